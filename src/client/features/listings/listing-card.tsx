import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '#client/browser/when-idle.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { titleId } from '#client/format/listing-ids.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { PhotosIcon } from './icons.tsx'
import styles from './listing-card.module.css'
import { ListingPicture } from './listing-picture.tsx'

/** What `.grid` gives a card, as the browser needs to know it before the layout. */
const CARD_SIZES =
  '(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 94vw'
const ROOMY_CARD_SIZES =
  '(min-width: 80rem) 25rem, (min-width: 68rem) 30vw, (min-width: 45rem) 46vw, 94vw'

/** Cards out of sight cost nothing. */
const UNDRAWN_OUT_OF_SIGHT = {
  '--out-of-sight': 'auto',
  '--picture-out-of-sight': 'visible',
} as CSSProperties

interface ListingCardProps {
  listing: Listing
  /** What tells it from the other cards of the same title, such as `2 of 3`. */
  ordinal?: string
  /** On the picture. */
  price: ReactNode
  badges?: ReactNode
  /** Whether it stands in a grid with room for long facts. */
  roomy?: boolean
  /** Rows of facts. */
  children: ReactNode
  /** What can be done with the listing; may place itself on the corner of the picture. */
  actions?: ReactNode
  /** What the page is waited for, or not. */
  loading?: 'first' | 'later'
  onOpen: () => void
  /** Somebody is about to open it. */
  onIntent: () => void
}

/** A house in a grid. All of it opens the gallery, by way of the one button that its title is. */
export function ListingCard({
  listing,
  ordinal,
  price,
  badges,
  roomy,
  children,
  actions,
  loading,
  onOpen,
  onIntent,
}: ListingCardProps) {
  const { photoCount } = listing
  return (
    <article
      className={styles.card}
      id={`listing-${listing.id}`}
      aria-labelledby={titleId(listing.id)}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      <div className={styles.picture}>
        <ListingPicture
          photo={listing.photos[0]}
          alt=""
          sizes={roomy ? ROOMY_CARD_SIZES : CARD_SIZES}
          loading={loading}
        />
        <div className={styles.badges}>
          {listing.sample && <Badge>Sample</Badge>}
          {listing.withdrawn && <Badge>No longer offered</Badge>}
          {badges}
        </div>
        <p className={styles.price}>{price}</p>
        {photoCount > 1 && (
          <p className={styles.count}>
            <PhotosIcon />
            {photoCount}
            <span className="visually-hidden"> photos</span>
          </p>
        )}
      </div>
      <div className={styles.body}>
        <h2 className={styles.title} id={titleId(listing.id)}>
          <button className={styles.open} id={openerId(listing.id)} type="button" onClick={onOpen}>
            <Bilingual>{listing.title}</Bilingual>
            {ordinal && <span className="visually-hidden"> ({ordinal})</span>}
          </button>
        </h2>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </article>
  )
}

interface CardGridProps {
  /** Whether the cards have room for long facts. */
  roomy?: boolean
  /** Whether these are all. Until then, what follows is kept out of sight. */
  isComplete?: boolean
  children: ReactNode
}

/** Cards beside and below each other. */
export function CardGrid({ roomy, isComplete = true, children }: CardGridProps) {
  const isSettled = useIsSettled(isComplete)
  return (
    <>
      <div
        className={roomy ? `${styles.grid} ${styles.roomy}` : styles.grid}
        style={isSettled ? UNDRAWN_OUT_OF_SIGHT : undefined}
      >
        {children}
      </div>
      {!isComplete && <div className={styles.rest} />}
    </>
  )
}

/** Whether all has been laid out, so that the browser knows how large what it does not draw is. */
function useIsSettled(isComplete: boolean) {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!isComplete) return
    let isGone = false
    void whenIdle().then(() => isGone || setSettled(true))
    return () => {
      isGone = true
    }
  }, [isComplete])
  return isSettled
}

/** The id of the button that opens a listing, to which the focus returns. */
export function openerId(listingId: string) {
  return `open-${listingId}`
}

import type { CSSProperties, ReactNode } from 'react'
import { useIsIdle } from '#client/components/use-is-idle.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { titleId } from '#client/format/listing-ids.ts'
import { offerBadge } from '#client/format/offer.ts'
import { splitTitle } from '#client/format/split-title.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { CardSigns } from './card-signs.tsx'
import { PhotosIcon } from './icons.tsx'
import styles from './listing-card.module.css'
import { ListingPicture } from './listing-picture.tsx'
import { Locator } from './locator.tsx'

/**
 * The width of a card, for the `sizes` attribute of its picture. The browser chooses the copy of
 * the photo by this width, before the layout is known.
 */
const CARD_SIZES =
  '(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 94vw'
const ROOMY_CARD_SIZES =
  '(min-width: 80rem) 25rem, (min-width: 68rem) 30vw, (min-width: 45rem) 46vw, 94vw'

/**
 * With these values of the CSS variables, the browser skips rendering for whole cards that are off
 * screen.
 */
const SKIP_OFFSCREEN_RENDERING = {
  '--out-of-sight': 'auto',
  '--picture-out-of-sight': 'visible',
} as CSSProperties

interface ListingCardProps {
  listing: Listing
  /** A text such as `2 of 3`, which distinguishes cards with the same title. */
  ordinal?: string
  /** The price, which lies on the picture. */
  price: ReactNode
  badges?: ReactNode
  /** Whether the grid has wide cards, which have room for long facts. */
  roomy?: boolean
  children: ReactNode
  /** The actions of the listing, such as a heart button on the picture. */
  actions?: ReactNode
  /**
   * `first` loads the picture immediately and with high priority. `later` loads the picture lazily.
   */
  loading?: 'first' | 'later'
  onOpen: () => void
  /** Called when a pointer or the focus reaches the card, to preload the gallery. */
  onIntent: () => void
}

/**
 * A house in a grid. Its title is the button that opens the gallery. This button covers the whole
 * card.
 */
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
  const photo = listing.photos[0]
  return (
    <article
      className={styles.card}
      id={`listing-${listing.id}`}
      aria-labelledby={titleId(listing.id)}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      <div className={photo ? styles.picture : styles.paper}>
        {photo ? (
          <ListingPicture
            photo={photo}
            alt=""
            sizes={roomy ? ROOMY_CARD_SIZES : CARD_SIZES}
            loading={loading}
          />
        ) : (
          <Locator listing={listing} isNamed={false} />
        )}
        <div className={styles.badges}>
          {listing.sample && <Badge>Sample</Badge>}
          {offerBadge(listing) && <Badge>{offerBadge(listing)}</Badge>}
          {badges}
        </div>
        <div className={styles.price}>{price}</div>
        {photoCount > 1 && (
          <p className={styles.count}>
            <PhotosIcon />
            <span>{photoCount}</span>
            <span className="visually-hidden"> photos</span>
          </p>
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.names}>
          <Title listing={listing} ordinal={ordinal} onOpen={onOpen} />
          {listing.place && (
            <p className={styles.japanese} lang="ja" translate="no">
              {listing.place.ja}
            </p>
          )}
        </div>
        {children}
        <CardSigns listing={listing} />
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </article>
  )
}

/**
 * The title of a card. The visible title leaves out the facts, because the card shows them below.
 * Screen readers can list titles without their cards, so the title for screen readers includes the
 * facts.
 */
function Title({
  listing,
  ordinal,
  onOpen,
}: Pick<ListingCardProps, 'listing' | 'ordinal' | 'onOpen'>) {
  const { where, facts } = splitTitle(listing.title)
  return (
    <h2 className={styles.title} id={titleId(listing.id)}>
      <button className={styles.open} id={openerId(listing.id)} type="button" onClick={onOpen}>
        <Bilingual>{where}</Bilingual>
        <span className="visually-hidden">
          {facts.map((fact) => ` · ${fact}`).join('') + (ordinal ? ` (${ordinal})` : '')}
        </span>
      </button>
    </h2>
  )
}

interface CardGridProps {
  /** Whether the grid has wide cards, which have room for long facts. */
  roomy?: boolean
  /**
   * Whether a house of the list has photos. The cards without photos are then as tall as the others,
   * if the grid has several columns.
   */
  hasPhotos?: boolean
  /**
   * Whether every card of the list is rendered. Until then, an empty space below the cards keeps
   * the rest of the page off screen.
   */
  isComplete?: boolean
  children: ReactNode
}

export function CardGrid({ roomy, hasPhotos, isComplete = true, children }: CardGridProps) {
  // Once every card has been laid out, the browser knows the sizes of the cards, and may skip the
  // cards that are off screen.
  const isSettled = useIsIdle(isComplete)
  return (
    <>
      <div
        className={roomy ? `${styles.grid} ${styles.roomy}` : styles.grid}
        data-photographed={hasPhotos || undefined}
        style={isSettled ? SKIP_OFFSCREEN_RENDERING : undefined}
      >
        {children}
      </div>
      {!isComplete && <div className={styles.rest} />}
    </>
  )
}

/**
 * The element id of the button that opens the gallery of a listing. When the gallery closes, the
 * focus returns to this button.
 */
export function openerId(listingId: string) {
  return `open-${listingId}`
}

/** The first picture is the largest one on the screen, so it loads before the others. */
export function loadingOf(position: number) {
  return position === 0 ? 'first' : 'later'
}

export function isPhotographed({ photoCount }: Listing) {
  return photoCount > 0
}

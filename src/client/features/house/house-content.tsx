import { useLocation } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { PagePart } from '#client/components/page-part.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { ListingPicture } from '#client/features/listings/listing-picture.tsx'
import { NoPhotos } from '#client/features/listings/no-photos.tsx'
import {
  OpenedGallery,
  preloadGallery,
  useOpenGallery,
} from '#client/features/listings/opened-gallery.tsx'
import { formatPrice } from '#client/format/format.ts'
import { titleId } from '#client/format/listing-ids.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Deferred } from '#client/ui/deferred.tsx'
import { useMediaQuery, WIDE } from '#client/ui/media-query.ts'
import { useIsRestoringScroll } from '#client/ui/restore-scroll.ts'
import { HouseBar } from './house-bar.tsx'
import styles from './house-content.module.css'
import { HouseNotices } from './house-notices.tsx'
import { HousePrice } from './house-price.tsx'
import { HouseSections } from './house-sections.tsx'
import { PurchaseCosts } from './purchase-costs.tsx'

/** One large photo, and four small ones beside it. */
const SHOWN_PHOTOS = 5

interface HouseContentProps {
  listing: Listing
  heading: 'h1' | 'h2'
  actions: ReactNode
  /** The person's own notes, in one line. */
  noteSummary?: ReactNode
  /** The person's notes. They stand beside the facts if the screen has room, and otherwise below them. */
  notes?: ReactNode
}

/**
 * A whole house: its photos, its price, and everything else that is known. A tap on a photo opens
 * the gallery.
 */
export function HouseContent({ listing, heading, actions, noteSummary, notes }: HouseContentProps) {
  const Heading = heading
  const display = useDisplay()
  const isWide = useMediaQuery(WIDE)
  const { AfterPrice, AfterCosts, linked } = useRenderOrder()
  return (
    <article
      className={styles.house}
      id={`listing-${listing.id}`}
      aria-labelledby={titleId(listing.id)}
    >
      <div className={styles.head}>
        <Heading className={styles.title} id={titleId(listing.id)}>
          <Bilingual>{listing.title}</Bilingual>
        </Heading>
        {listing.place && (
          <p className={styles.japanese} lang="ja" translate="no">
            {listing.place.ja}
          </p>
        )}
        <PagePart>{noteSummary}</PagePart>
      </div>
      <PagePart>
        <PhotoGrid listing={listing} />
      </PagePart>
      <div className={styles.side}>
        <div className={styles.summary}>
          {heading === 'h1' && <h2 className="visually-hidden">About this house</h2>}
          <PagePart>
            <HousePrice listing={listing} display={display} formatDollars={formatPrice} />
          </PagePart>
          <PagePart>
            <HouseBar listing={listing}>{actions}</HouseBar>
          </PagePart>
          <AfterPrice>
            <PagePart>
              <HouseNotices listing={listing} />
              {!listing.isForRent && <PurchaseCosts listing={listing} />}
            </PagePart>
            {isWide && <PagePart>{notes}</PagePart>}
          </AfterPrice>
        </div>
      </div>
      <div className={styles.facts}>
        <AfterPrice>
          <AfterCosts>
            <PagePart>
              <HouseSections
                listing={listing}
                formatDollars={formatPrice}
                notes={!isWide && <PagePart>{notes}</PagePart>}
              >
                {linked && <ScrollTo id={linked} />}
              </HouseSections>
            </PagePart>
          </AfterCosts>
        </AfterPrice>
      </div>
      <PagePart>
        <OpenedGallery listings={[listing]} />
      </PagePart>
    </article>
  )
}

/**
 * Decides when the parts below the price render. A slow phone shows the house sooner if its costs
 * render after its price, and its facts after its costs. If the person returns to a scroll
 * position or opens a link to a section, all parts render together. `linked` is the id of the
 * section to which a link leads.
 */
function useRenderOrder() {
  const isRestoring = useIsRestoringScroll()
  const { hash } = useLocation()
  // When the house opens, decide once whether to render everything together. Opening the gallery
  // adds a history entry, which changes `isRestoring` and `hash`. A new decision would mount the
  // sections again.
  const [order] = useState(() => {
    const isTogether = isRestoring || hash !== ''
    return {
      AfterPrice: isTogether ? Fragment : Deferred,
      AfterCosts: isTogether ? Fragment : Deferred,
      linked: isRestoring ? '' : hash,
    }
  })
  return order
}

/**
 * Scrolls to the section that a link names. The router does this only when the page appears, but
 * the house may load later.
 */
function ScrollTo({ id }: { id: string }) {
  // Some browsers return a promise from `scrollIntoView`. React would call it as a cleanup function.
  useEffect(() => void document.getElementById(id)?.scrollIntoView(), [id])
  return null
}

/** The first photos of the house. A tap on a photo opens the gallery at this photo. */
function PhotoGrid({ listing }: { listing: Listing }) {
  const open = useOpenGallery()
  const { photos, photoCount } = listing
  if (photoCount === 0) {
    return (
      <div className={styles.locator}>
        <NoPhotos listing={listing}>This listing does not have any images</NoPhotos>
      </div>
    )
  }
  const shown = photos.slice(0, SHOWN_PHOTOS)
  return (
    <ul className={styles.photos} data-count={shown.length} aria-label="Photos">
      {shown.map((photo, position) => (
        <li key={photo.src}>
          <button
            className={styles.photo}
            type="button"
            aria-label={`Photo ${position + 1} of ${photoCount}`}
            onPointerEnter={preloadGallery}
            onFocus={preloadGallery}
            onClick={() => open(listing.id, position)}
          >
            <ListingPicture
              photo={photo}
              alt=""
              sizes={position === 0 ? '(min-width: 64rem) 50rem, 100vw' : '25vw'}
              loading={position === 0 ? 'first' : 'later'}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

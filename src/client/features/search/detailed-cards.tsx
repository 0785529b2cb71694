import { memo, type ReactNode } from 'react'
import { useDisplay } from '#client/components/use-display.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { cardContact } from '#client/features/listings/card-contact.tsx'
import { OutsideLink } from '#client/features/listings/contact.tsx'
import { BothPrices } from '#client/features/listings/converted-price.tsx'
import { Credits } from '#client/features/listings/credits.tsx'
import {
  CardGrid,
  isPhotographed,
  ListingCard,
  loadingOf,
} from '#client/features/listings/listing-card.tsx'
import { ListingRows, Row } from '#client/features/listings/listing-rows.tsx'
import { numberSameTitles } from '#client/features/listings/number-same-titles.ts'
import {
  OpenedGallery,
  preloadGallery,
  useOpenGallery,
} from '#client/features/listings/opened-gallery.tsx'
import { useRenderedCount } from '#client/features/listings/rendered-count.ts'
import { SameHouseLink } from '#client/features/listings/same-house-link.tsx'
import { ShortPrice } from '#client/features/listings/short-price.tsx'
import { formatExactPrice } from '#client/format/format.ts'
import type { Display } from '#contract/display.ts'

interface DetailedCardsProps {
  listings: Listing[]
  /** Returns the buttons of a listing's card, such as the heart button. */
  actions: (listing: Listing) => ReactNode
  /** Returns the lines below the photos in a listing's gallery. */
  caption?: (listing: Listing) => ReactNode
  badges?: (listing: Listing) => ReactNode
  /** Returns the person's own notes on a listing. The card shows them above the facts. */
  notes?: (listing: Listing) => ReactNode
}

/** Listings as cards with all facts for a visit: place, transport and contact. */
export function DetailedCards(props: DetailedCardsProps) {
  const { listings, actions, caption, badges, notes } = props
  const drawn = useRenderedCount(listings.length)
  const ordinals = numberSameTitles(listings)
  const display = useDisplay()
  return (
    <>
      <CardGrid
        roomy
        hasPhotos={listings.some(isPhotographed)}
        isComplete={drawn === listings.length}
      >
        {listings.slice(0, drawn).map((listing, position) => (
          <DetailedCard
            key={listing.id}
            listing={listing}
            ordinal={ordinals[position]}
            loading={loadingOf(position)}
            actions={actions}
            badges={badges}
            notes={notes}
            display={display}
          />
        ))}
      </CardGrid>
      <Credits listings={listings} />
      <OpenedGallery listings={listings} caption={caption} />
    </>
  )
}

interface DetailedCardProps extends Pick<DetailedCardsProps, 'actions' | 'badges' | 'notes'> {
  listing: Listing
  ordinal: string | undefined
  loading: ReturnType<typeof loadingOf>
  display: Display | undefined
}

/** Memoised, so that removing one card does not re-render the remaining cards. */
const DetailedCard = memo(function DetailedCard({
  listing,
  ordinal,
  loading,
  actions,
  badges,
  notes,
  display,
}: DetailedCardProps) {
  const open = useOpenGallery()
  return (
    <ListingCard
      listing={listing}
      ordinal={ordinal}
      roomy
      price={<ShortPrice listing={listing} display={display} formatDollars={formatExactPrice} />}
      badges={badges?.(listing)}
      actions={actions(listing)}
      loading={loading}
      onOpen={() => open(listing.id)}
      onIntent={preloadGallery}
    >
      {notes?.(listing)}
      <ListingRows
        listing={listing}
        display={display}
        price={<BothPrices listing={listing} display={display} formatDollars={formatExactPrice} />}
      >
        <Row name="Contact">{cardContact(listing)}</Row>
        <Row name="Reference URL">
          {listing.referenceUrl && (
            <OutsideLink href={listing.referenceUrl} listingId={listing.id} />
          )}
        </Row>
        {listing.foldedInto && (
          <Row name="Same House">
            <SameHouseLink id={listing.foldedInto} />
          </Row>
        )}
      </ListingRows>
    </ListingCard>
  )
})

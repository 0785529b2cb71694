import { memo, type ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { formatExactPrice } from '#client/format/format.ts'
import { OutsideLink, Telephone } from './contact.tsx'
import { Credits } from './credits.tsx'
import { useDrawnCount } from './drawn-cards.ts'
import { CardGrid, ListingCard } from './listing-card.tsx'
import { loadingOf } from './listing-cards.tsx'
import { ListingRows, Row } from './listing-rows.tsx'
import { OpenedGallery, preloadGallery, useOpenGallery } from './opened-gallery.tsx'
import { tellApart } from './tell-apart.ts'

interface DetailedCardsProps {
  listings: Listing[]
  /** The actions of one listing. */
  actions: (listing: Listing) => ReactNode
  badges?: (listing: Listing) => ReactNode
}

/** Listings as cards with all facts for a visit: place, transport and contact. */
export function DetailedCards({ listings, actions, badges }: DetailedCardsProps) {
  const drawn = useDrawnCount(listings.length)
  const ordinals = tellApart(listings)
  return (
    <>
      <CardGrid roomy isComplete={drawn === listings.length}>
        {listings.slice(0, drawn).map((listing, position) => (
          <DetailedCard
            key={listing.id}
            listing={listing}
            ordinal={ordinals[position]}
            loading={loadingOf(position)}
            actions={actions}
            badges={badges}
          />
        ))}
      </CardGrid>
      <Credits listings={listings} />
      <OpenedGallery listings={listings} formatPrice={formatExactPrice} />
    </>
  )
}

interface DetailedCardProps extends Omit<DetailedCardsProps, 'listings'> {
  listing: Listing
  ordinal: string | undefined
  loading: ReturnType<typeof loadingOf>
}

/** Memoised, so that removing one card does not re-render the others. */
const DetailedCard = memo(function DetailedCard({
  listing,
  ordinal,
  loading,
  actions,
  badges,
}: DetailedCardProps) {
  const open = useOpenGallery()
  return (
    <ListingCard
      listing={listing}
      ordinal={ordinal}
      roomy
      price={formatExactPrice(listing.price)}
      badges={badges?.(listing)}
      actions={actions(listing)}
      loading={loading}
      onOpen={() => open(listing.id)}
      onIntent={preloadGallery}
    >
      <ListingRows listing={listing} price={formatExactPrice(listing.price)}>
        <Row name="Contact">
          {listing.contactNumber && <Telephone number={listing.contactNumber} />}
        </Row>
        <Row name="Reference URL">
          {listing.referenceUrl && (
            <OutsideLink href={listing.referenceUrl} listingId={listing.id} />
          )}
        </Row>
      </ListingRows>
    </ListingCard>
  )
})

import { memo, type ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { formatPrice } from '#client/format.ts'
import { useDrawnCount } from './drawn-cards.ts'
import { FactLine, PlaceAndAge, PriceWithYen } from './facts.tsx'
import { CardGrid, ListingCard } from './listing-card.tsx'
import { OpenedGallery, preloadGallery, useOpenGallery } from './opened-gallery.tsx'

const HOUR = 3_600_000

interface ListingCardsProps {
  listings: Listing[]
  /** What can be done with each of them. */
  actions: (listing: Listing) => ReactNode
}

/** Listings as cards, each of which opens its gallery. */
export function ListingCards({ listings, actions }: ListingCardsProps) {
  const drawn = useDrawnCount(listings.length)
  const hour = Math.floor(Date.now() / HOUR)
  return (
    <>
      <CardGrid isComplete={drawn === listings.length}>
        {listings.slice(0, drawn).map((listing, position) => (
          <FoundCard
            key={listing.id}
            listing={listing}
            loading={loadingOf(position)}
            actions={actions}
            hour={hour}
          />
        ))}
      </CardGrid>
      <OpenedGallery listings={listings} formatPrice={formatPrice} />
    </>
  )
}

interface FoundCardProps extends Pick<ListingCardsProps, 'actions'> {
  listing: Listing
  loading: ReturnType<typeof loadingOf>
  /** Hours since the epoch: ages are told in days, and not drawn anew for less. */
  hour: number
}

/** Drawn for itself: a hundred of them take longer than anybody should wait for a tap on one. */
const FoundCard = memo(function FoundCard({ listing, loading, actions, hour }: FoundCardProps) {
  const open = useOpenGallery()
  return (
    <ListingCard
      listing={listing}
      price={<PriceWithYen listing={listing} />}
      actions={actions(listing)}
      loading={loading}
      onOpen={() => open(listing.id)}
      onIntent={preloadGallery}
    >
      <FactLine listing={listing} />
      <PlaceAndAge listing={listing} now={new Date(hour * HOUR)} />
    </ListingCard>
  )
})

/** The first picture is what the page is waited for: the others leave it the line. */
export function loadingOf(position: number) {
  return position === 0 ? 'first' : 'later'
}

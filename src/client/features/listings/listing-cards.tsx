import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { formatPrice } from '#client/format.ts'
import { FactLine, PlaceAndAge, PriceWithYen } from './facts.tsx'
import { CardGrid, ListingCard } from './listing-card.tsx'
import { OpenedGallery, preloadGallery, useOpenGallery } from './opened-gallery.tsx'

/** As many as the widest screen shows beside each other. */
const FIRST_ROW = 4

interface ListingCardsProps {
  listings: Listing[]
  /** What can be done with each of them. */
  actions: (listing: Listing) => ReactNode
}

/** Listings as cards, each of which opens its gallery. */
export function ListingCards({ listings, actions }: ListingCardsProps) {
  const open = useOpenGallery()
  const now = new Date()
  return (
    <>
      <CardGrid>
        {listings.map((listing, position) => (
          <ListingCard
            key={listing.id}
            listing={listing}
            price={<PriceWithYen listing={listing} />}
            actions={actions(listing)}
            loading={loadingOf(position)}
            onOpen={() => open(listing.id)}
            onIntent={preloadGallery}
          >
            <FactLine listing={listing} />
            <PlaceAndAge listing={listing} now={now} />
          </ListingCard>
        ))}
      </CardGrid>
      <OpenedGallery listings={listings} formatPrice={formatPrice} />
    </>
  )
}

/** The first picture is what the page is waited for; those below the first row may be out of sight. */
export function loadingOf(position: number) {
  if (position === 0) return 'first'
  return position < FIRST_ROW ? 'now' : 'later'
}

import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { formatExactPrice } from '#client/format.ts'
import { OutsideLink, Telephone } from './contact.tsx'
import { Credits } from './credits.tsx'
import { CardGrid, ListingCard } from './listing-card.tsx'
import { loadingOf } from './listing-cards.tsx'
import { ListingRows, Row } from './listing-rows.tsx'
import { OpenedGallery, preloadGallery, useOpenGallery } from './opened-gallery.tsx'

interface DetailedCardsProps {
  listings: Listing[]
  /** What can be done with each of them. */
  actions: (listing: Listing) => ReactNode
  badges?: (listing: Listing) => ReactNode
}

/** Listings as cards with everything that one needs to go there: facts, ways and whom to call. */
export function DetailedCards({ listings, actions, badges }: DetailedCardsProps) {
  const open = useOpenGallery()
  return (
    <>
      <CardGrid roomy>
        {listings.map((listing, position) => (
          <ListingCard
            key={listing.id}
            listing={listing}
            roomy
            price={formatExactPrice(listing.price)}
            badges={badges?.(listing)}
            actions={actions(listing)}
            loading={loadingOf(position)}
            onOpen={() => open(listing.id)}
            onIntent={preloadGallery}
          >
            <ListingRows listing={listing} price={formatExactPrice(listing.price)}>
              <Row name="Contact">
                {listing.contactNumber && <Telephone number={listing.contactNumber} />}
              </Row>
              <Row name="Reference URL">
                {listing.referenceUrl && <OutsideLink href={listing.referenceUrl} />}
              </Row>
            </ListingRows>
          </ListingCard>
        ))}
      </CardGrid>
      <Credits listings={listings} />
      <OpenedGallery listings={listings} formatPrice={formatExactPrice} />
    </>
  )
}

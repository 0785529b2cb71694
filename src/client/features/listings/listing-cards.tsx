import { memo, type ReactNode } from 'react'
import { now } from '#client/browser/clock.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatPrice } from '#client/format/format.ts'
import { useDrawnCount } from './drawn-cards.ts'
import { FactLine, PlaceAndAge, PriceWithYen } from './facts.tsx'
import { CardGrid, ListingCard } from './listing-card.tsx'
import { OpenedGallery, preloadGallery, useOpenGallery } from './opened-gallery.tsx'
import { tellApart } from './tell-apart.ts'

const HOUR_MS = 3_600_000

interface ListingCardsProps {
  listings: Listing[]
  /** The actions of one listing. */
  actions: (listing: Listing) => ReactNode
}

/** Listings as cards that open their gallery. */
export function ListingCards({ listings, actions }: ListingCardsProps) {
  const drawn = useDrawnCount(listings.length)
  const ordinals = tellApart(listings)
  const hour = Math.floor(now().getTime() / HOUR_MS)
  return (
    <>
      <CardGrid isComplete={drawn === listings.length}>
        {listings.slice(0, drawn).map((listing, position) => (
          <FoundCard
            key={listing.id}
            listing={listing}
            ordinal={ordinals[position]}
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
  ordinal: string | undefined
  loading: ReturnType<typeof loadingOf>
  /** Hours since the epoch. Ages are shown in days, so a card re-renders once an hour at most. */
  hour: number
}

/** Memoised: re-rendering a hundred cards would delay the answer to a tap. */
const FoundCard = memo(function FoundCard(props: FoundCardProps) {
  const { listing, ordinal, loading, actions, hour } = props
  const open = useOpenGallery()
  return (
    <ListingCard
      listing={listing}
      ordinal={ordinal}
      price={<PriceWithYen listing={listing} />}
      actions={actions(listing)}
      loading={loading}
      onOpen={() => open(listing.id)}
      onIntent={preloadGallery}
    >
      <FactLine listing={listing} />
      <PlaceAndAge listing={listing} now={new Date(hour * HOUR_MS)} />
    </ListingCard>
  )
})

/** The first picture is the largest one on the screen, so it loads before the others. */
export function loadingOf(position: number) {
  return position === 0 ? 'first' : 'later'
}

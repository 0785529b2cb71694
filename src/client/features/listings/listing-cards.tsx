import { memo, type ReactNode } from 'react'
import { now } from '#client/browser/clock.ts'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import { hasDistance, type ListingsParams } from '#client/data/listings-params.ts'
import type { Listing } from '#client/data/to-listing.ts'
import type { Display } from '#contract/display.ts'
import { FactLine, PlaceAndAge } from './facts.tsx'
import { GalleryCaption } from './gallery-caption.tsx'
import type { ResultsPage } from './house-pager.tsx'
import { CardGrid, isPhotographed, ListingCard, loadingOf } from './listing-card.tsx'
import { numberSameTitles } from './number-same-titles.ts'
import { OpenedGallery, preloadGallery, useOpenGallery } from './opened-gallery.tsx'
import { useRenderedCount } from './rendered-count.ts'
import { ShortPrice } from './short-price.tsx'

const CardDistances = lazyPart(
  async () => ({ default: (await import('./card-distances.tsx')).CardDistances }),
  { pending: () => <p className="caption">&nbsp;</p>, failed: () => null },
)

const HOUR_MS = 3_600_000

interface ListingCardsProps {
  listings: Listing[]
  page: ResultsPage
  actions: (listing: Listing) => ReactNode
  badges?: (listing: Listing) => ReactNode
}

export function ListingCards({ listings, page, actions, badges }: ListingCardsProps) {
  const drawn = useRenderedCount(listings.length)
  const ordinals = numberSameTitles(listings)
  const display = useDisplay()
  const hour = Math.floor(now().getTime() / HOUR_MS)
  return (
    <>
      <CardGrid hasPhotos={listings.some(isPhotographed)} isComplete={drawn === listings.length}>
        {listings.slice(0, drawn).map((listing, position) => (
          <FoundCard
            key={listing.id}
            listing={listing}
            ordinal={ordinals[position]}
            loading={loadingOf(position)}
            actions={actions}
            badges={badges}
            display={display}
            hour={hour}
            params={page.params}
          />
        ))}
      </CardGrid>
      <OpenedGallery
        listings={listings}
        page={page}
        caption={(listing) => <GalleryCaption listing={listing} />}
      />
    </>
  )
}

interface FoundCardProps extends Pick<ListingCardsProps, 'actions' | 'badges'> {
  listing: Listing
  ordinal: string | undefined
  loading: ReturnType<typeof loadingOf>
  display: Display | undefined
  /**
   * The current time in hours since the epoch. The card computes the age of the listing from it.
   * Because the value has no minutes, the card re-renders at most once an hour.
   */
  hour: number
  /** The search, so that the card shows the distances by which the search filters. */
  params: ListingsParams
}

/** Memoised, because re-rendering a hundred cards would delay the response to a tap. */
const FoundCard = memo(function FoundCard(props: FoundCardProps) {
  const { listing, ordinal, loading, actions, badges, display, hour, params } = props
  const open = useOpenGallery()
  return (
    <ListingCard
      listing={listing}
      ordinal={ordinal}
      price={<ShortPrice listing={listing} display={display} />}
      actions={actions(listing)}
      badges={badges?.(listing)}
      loading={loading}
      onOpen={() => open(listing.id)}
      onIntent={preloadGallery}
    >
      <FactLine listing={listing} display={display} />
      <PlaceAndAge listing={listing} now={new Date(hour * HOUR_MS)} />
      {hasDistance(params) && <CardDistances listing={listing} params={params} />}
    </ListingCard>
  )
})

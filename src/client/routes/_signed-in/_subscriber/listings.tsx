import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { lazyExtra, lazyPart } from '#client/components/lazy-part.tsx'
import { listingQuery, listingsQuery } from '#client/data/listings.ts'
import { parseListingsParams } from '#client/data/listings-params.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { FavoriteToggle } from '#client/features/favorites/favorite-toggle.tsx'
import { SavedIdsProvider } from '#client/features/favorites/saved-ids.tsx'
import { ListingActions } from '#client/features/listings/listing-actions.tsx'
import { LoadingListings } from '#client/features/listings/results-states.tsx'
import { NewsMark } from '#client/features/news/news-mark.tsx'
import { ListingsPage } from '#client/features/search/listings-page.tsx'
import { Loading } from '#client/ui/loading.tsx'

/**
 * Loads only for a shared link to one house. Without such a link, this page shows a list of houses.
 */
const SingleListing = lazyPart(() => import('#client/features/search/single-listing.tsx'), {
  pending: () => <LoadingListings />,
})

/** Leaflet and the outlines of the prefectures load with the first map. */
const ResultsMap = lazyPart(() => import('#client/features/map/results-map.tsx'), {
  pending: () => <Loading />,
})

/** Loads lazily, so that it does not delay the houses. */
const NewsLink = lazyExtra(async () => ({
  default: (await import('#client/features/news/news-link.tsx')).NewsLink,
}))

const newsMark = ({ id }: Listing) => <NewsMark listingId={id} />

export const Route = createFileRoute('/_signed-in/_subscriber/listings')({
  validateSearch: parseListingsParams,
  loaderDeps: ({ search }) => search,
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient }, deps }) => {
    if (deps.listing) void queryClient.prefetchQuery(listingQuery(deps.listing))
    else void queryClient.prefetchQuery(listingsQuery(deps))
    void queryClient.prefetchQuery(favoritesQuery)
  },
  component: Listings,
})

function Listings() {
  const params = Route.useSearch()
  const isAdmin = Route.useRouteContext({ select: ({ account }) => account.user.role === 'admin' })
  // Keep this function stable. Otherwise every card would re-render at each change of a filter or
  // page.
  const actions = useCallback(
    (listing: Listing) => (
      <>
        <FavoriteToggle listing={listing} />
        <ListingActions listing={listing} isAdmin={isAdmin} />
      </>
    ),
    [isAdmin],
  )
  return (
    <SavedIdsProvider>
      {params.listing ? (
        <SingleListing id={params.listing} actions={actions} />
      ) : (
        <ListingsPage
          params={params}
          actions={actions}
          badges={newsMark}
          news={<NewsLink />}
          map={(onChange) => <ResultsMap params={params} onChange={onChange} />}
        />
      )}
    </SavedIdsProvider>
  )
}

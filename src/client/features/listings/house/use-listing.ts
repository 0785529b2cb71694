import { useQuery } from '@tanstack/react-query'
import { failureOf, isNotFound } from '#client/api/failures.ts'
import { listingQuery } from '#client/data/listings.ts'
import { toListing } from '#client/data/to-listing.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'

/**
 * One listing with every fact. A listing that was opened before, or is a favorite, is available
 * offline.
 */
export function useListing(id: string) {
  const query = useQuery(listingQuery(id))
  const { refetch } = query
  const error = failureOf(query)
  const favorite = useQuery({
    ...favoritesQuery,
    select: ({ listings }) => listings.find(({ _id }) => _id === id),
    // The page shows at most one of the favorites, so the age of their list must not count as the
    // age of the page.
    meta: { ...favoritesQuery.meta, hidesAge: true },
  }).data
  // The server answers 404 for an unknown, a withdrawn and a malformed id alike. Show the same page
  // for all three.
  const isUnknown = isNotFound(error)
  const listing = query.data ?? (favorite && !isUnknown ? toListing(favorite) : undefined)
  return { listing, error, isUnknown, retry: () => void refetch() }
}

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
    // The page shows at most one favorite, so the age of the list of favorites must not count as
    // the age of the page.
    meta: { ...favoritesQuery.meta, hidesAge: true },
  }).data
  // The server answers 404 for an unknown id, for a withdrawn listing and for a malformed id. Show
  // the same page in all three cases.
  const isUnknown = isNotFound(error)
  const listing = query.data ?? (favorite && !isUnknown ? toListing(favorite) : undefined)
  return { listing, error, isUnknown, retry: () => void refetch() }
}

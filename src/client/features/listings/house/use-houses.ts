import { useQueries, useQuery } from '@tanstack/react-query'
import { failureOf, isNotFound } from '#client/api/failures.ts'
import { listingQuery } from '#client/data/listings.ts'
import { type Listing, toListing } from '#client/data/to-listing.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'

/**
 * Several houses with every fact, in the order of `ids`. Leaves out a house that is no longer
 * offered to this person. Houses that were opened before, and favorites, are available offline.
 */
export function useHouses(ids: readonly string[]) {
  const favorites = useQuery({
    ...favoritesQuery,
    // The list of favorites may be older than the data of this page. The page shows only some
    // favorites, so the age of the list must not count as the age of the page.
    meta: { ...favoritesQuery.meta, hidesAge: true },
  })
  const records = new Map(favorites.data?.listings.map((record) => [record._id, record]))
  const others = favorites.data || failureOf(favorites) ? ids.filter((id) => !records.has(id)) : []
  const queries = useQueries({ queries: others.map(listingQuery) })
  const opened = new Map(others.map((id, at) => [id, queries[at]?.data]))
  const listings = ids.flatMap((id): Listing[] => {
    const record = records.get(id)
    const listing = record ? toListing(record) : opened.get(id)
    return listing ? [listing] : []
  })
  const errors = queries.flatMap((query) => (query.data ? [] : (failureOf(query) ?? [])))
  const missing = errors.filter(isNotFound).length
  return {
    listings,
    /** The number of requested houses that are not offered any more. */
    missing,
    isLoading: listings.length + errors.length < ids.length,
    /** The error for the houses that could not be loaded, if there are any. */
    error: errors.find((error) => !isNotFound(error)),
    retry: () => {
      for (const { refetch } of queries) void refetch()
    },
  }
}

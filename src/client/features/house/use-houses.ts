import { useQueries } from '@tanstack/react-query'
import { isNotFound, latestFailure } from '#client/api/failures.ts'
import { listingQuery } from '#client/data/listings.ts'
import { type Listing, toListing } from '#client/data/to-listing.ts'
import { type SavedRecords, useSavedHouses } from './use-saved-houses.ts'

/**
 * Several houses with every fact, in the order of `ids`. Leaves out houses that are no longer
 * offered to this person. Offline, finds only the houses that were opened before and the houses of
 * `useSavedHouses`.
 */
export function useHouses(ids: readonly string[]) {
  const saved = useSavedHouses(allRecords)
  const records = new Map(saved.data?.map((record) => [record._id, record]))
  const others = saved.data || latestFailure(saved) ? ids.filter((id) => !records.has(id)) : []
  const queries = useQueries({ queries: others.map(listingQuery) })
  const opened = new Map(others.map((id, at) => [id, queries[at]?.data]))
  const listings = ids.flatMap((id): Listing[] => {
    const record = records.get(id)
    const listing = record ? toListing(record) : opened.get(id)
    return listing ? [listing] : []
  })
  const errors = queries.flatMap((query) => (query.data ? [] : (latestFailure(query) ?? [])))
  const missing = errors.filter(isNotFound).length
  return {
    listings,
    /** The number of requested houses that are not offered any more. */
    missing,
    isLoading: listings.length + errors.length < ids.length,
    /** The first error that `missing` does not count. */
    error: errors.find((error) => !isNotFound(error)),
    retry: () => {
      for (const { refetch } of queries) void refetch()
    },
  }
}

const allRecords = (records: SavedRecords) => records

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { isNotFound, latestFailure } from '#client/api/failures.ts'
import { LISTINGS, listingQuery } from '#client/data/listings.ts'
import { toListing } from '#client/data/to-listing.ts'
import type { ListingPage } from '#contract/listings.ts'
import { useSavedHouses } from './use-saved-houses.ts'

/**
 * One listing with every fact. Offline, finds only the listings that were opened before, the houses
 * of `useSavedHouses` and the results of this visit.
 */
export function useListing(id: string) {
  const query = useQuery(listingQuery(id))
  const { refetch } = query
  const client = useQueryClient()
  const error = latestFailure(query)
  const saved = useSavedHouses((records) => records.find(({ _id }) => _id === id)).data
  // The server answers 404 for an unknown id, for a withdrawn listing and for a malformed id. Show
  // the same page in all three cases.
  const isUnknown = isNotFound(error)
  // The device may still have a house that the server has hidden meanwhile.
  const known = saved ?? (error ? findInResults(client, id) : undefined)
  const listing = isUnknown ? undefined : (query.data ?? (known && toListing(known)))
  return { listing, error, isUnknown, retry: () => void refetch() }
}

function findInResults(client: QueryClient, id: string) {
  const pages = client.getQueriesData<ListingPage>({ queryKey: LISTINGS })
  return pages.flatMap(([, page]) => page?.results ?? []).find(({ _id }) => _id === id)
}

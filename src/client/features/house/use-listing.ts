import { useQuery } from '@tanstack/react-query'
import { isNotFound, latestFailure } from '#client/api/failures.ts'
import { listingQuery } from '#client/data/listings.ts'
import { toListing } from '#client/data/to-listing.ts'
import { useSavedHouses } from './use-saved-houses.ts'

/**
 * One listing with every fact. Offline, finds only the listings that were opened before and the
 * houses of `useSavedHouses`.
 */
export function useListing(id: string) {
  const query = useQuery(listingQuery(id))
  const { refetch } = query
  const error = latestFailure(query)
  const saved = useSavedHouses((records) => records.find(({ _id }) => _id === id)).data
  // The server answers 404 for an unknown id, for a withdrawn listing and for a malformed id. Show
  // the same page in all three cases.
  const isUnknown = isNotFound(error)
  // The device may still have a house that the server has hidden meanwhile.
  const listing = isUnknown ? undefined : (query.data ?? (saved && toListing(saved)))
  return { listing, error, isUnknown, retry: () => void refetch() }
}

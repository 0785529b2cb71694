import type { ListingMatcher } from '#server/listings/listing-matcher.ts'
import type { Entry } from './diff-entry.ts'
import { NO_POINT } from './reading/records/point-fields.ts'

/** This many different addresses may have one point, such as the flats of a building. */
const MAX_ADDRESSES = 3

/**
 * Finds points that many addresses of a file have, such as the point of the town hall. Such a point
 * is not the position of a house, so it is left out if the address names the municipality.
 */
export function openSharedPoints(matcher: Pick<ListingMatcher, 'match'>) {
  /** Some of the addresses of each point, in this batch and in the batches before it. */
  const addresses = new Map<string, Set<string>>()

  function note({ listing }: Entry) {
    const key = keyOf(listing)
    if (key === null || listing.location === null) return
    const known = addresses.get(key) ?? new Set()
    addresses.set(key, known)
    if (known.size <= MAX_ADDRESSES) known.add(listing.location)
  }

  function isShared({ listing }: Entry) {
    const key = keyOf(listing)
    if (key === null || (addresses.get(key)?.size ?? 0) <= MAX_ADDRESSES) return false
    return matcher.match({ ...listing, ...NO_POINT }).municipality !== null
  }

  return {
    /** The same entries without shared points, and how many houses had one. */
    leaveOut(batch: Entry[]) {
      for (const entry of batch) note(entry)
      let shared = 0
      const entries = batch.map((entry) => {
        if (!isShared(entry)) return entry
        shared += 1
        return { ...entry, listing: { ...entry.listing, ...NO_POINT } }
      })
      return { entries, shared }
    },
  }
}

function keyOf({ statedLatitude, statedLongitude }: Entry['listing']) {
  return statedLatitude === null ? null : `${statedLatitude},${statedLongitude}`
}

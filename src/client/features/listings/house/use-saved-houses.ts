import { useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listingAccess } from '#client/data/account.ts'
import { shortlistHousesQuery } from '#client/data/shortlist.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import type { ListingRecord } from '#contract/listings.ts'

export type SavedRecords = readonly z.output<typeof ListingRecord>[]

/**
 * A selection of the houses that are always saved on this device: the favorites, or the houses of
 * the shared shortlist for a partner without a subscription.
 */
export function useSavedHouses<T>(select: (records: SavedRecords) => T) {
  const hasAccess = listingAccess(useQueryClient()) === 'granted'
  const selecting = { select: (data: { listings: SavedRecords }) => select(data.listings) }
  // The houses may be older than the page, which shows only some of them. Their age must not count
  // as the age of the page.
  const favorites = useQuery({
    ...favoritesQuery,
    ...selecting,
    enabled: hasAccess,
    meta: { ...favoritesQuery.meta, hidesAge: true },
  })
  const shared = useQuery({
    ...shortlistHousesQuery,
    ...selecting,
    enabled: !hasAccess,
    meta: { ...shortlistHousesQuery.meta, hidesAge: true },
  })
  return hasAccess ? favorites : shared
}

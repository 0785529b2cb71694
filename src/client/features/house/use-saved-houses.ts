import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { shortlistHousesQuery } from '#client/data/shortlist.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import type { ListingRecord } from '#contract/listings.ts'

export type SavedRecords = readonly z.output<typeof ListingRecord>[]

/**
 * The query for the houses that are always saved on this device, with the result of `select` as its
 * data. For a partner without a subscription, these are the houses of the shared shortlist. For
 * everybody else, these are the favorites.
 */
export function useSavedHouses<T>(select: (records: SavedRecords) => T) {
  const scope = useAccessScope()
  const selecting = { select: (data: { listings: SavedRecords }) => select(data.listings) }
  // Do not show the age of the saved houses. Otherwise old saved houses could make the page look
  // old, although the page shows only some of them.
  const favorites = useQuery({
    ...favoritesQuery,
    ...selecting,
    enabled: scope === 'catalogue',
    meta: { showsDataAge: false },
  })
  const shared = useQuery({
    ...shortlistHousesQuery,
    ...selecting,
    enabled: scope === 'shortlist',
    meta: { showsDataAge: false },
  })
  return scope === 'shortlist' ? shared : favorites
}

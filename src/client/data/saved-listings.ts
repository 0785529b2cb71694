import { queryOptions } from '@tanstack/react-query'
import { persistedRows } from '#client/query-store/persisted-rows.ts'
import { listFavorites } from '#contract/favorites.ts'
import { ListingRecord } from '#contract/listings.ts'

/** The favorites and the opened houses on this device, for a device without the catalogue. */
export const savedListingsQuery = queryOptions({
  queryKey: ['kept-listings'],
  queryFn: async () => {
    const rows = await persistedRows(['favorites', 'listing'])
    const records = rows.flatMap(({ queryKey: [kind], data }) =>
      kind === 'listing'
        ? (ListingRecord.safeParse(data).data ?? [])
        : (listFavorites.output.safeParse(data).data?.listings ?? []),
    )
    // The rows begin with the latest. In a map, the last record of a house replaces the others.
    return [...new Map(records.reverse().map((record) => [record._id, record])).values()]
  },
  // The rows are on this device, so reading them needs no network.
  networkMode: 'always',
  staleTime: 0,
})

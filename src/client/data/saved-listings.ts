import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { persistedRows } from '#client/query-store/persisted-rows.ts'
import { ListingRecord } from '#contract/listings.ts'

const Listings = z.object({ listings: z.array(z.unknown()) })
const Results = z.object({ results: z.array(z.unknown()) })
const listingsOf = (data: unknown) => Listings.safeParse(data).data?.listings ?? []

/** The persisted queries with houses, and how to find the records of the houses in their data. */
const HOLDERS = {
  favorites: listingsOf,
  news: listingsOf,
  listings: (data: unknown) => Results.safeParse(data).data?.results ?? [],
  listing: (data: unknown) => [data],
}
type Holder = keyof typeof HOLDERS

/** The records of all houses in some persisted queries. Of several records of a house, the latest. */
export async function readSavedRecords(holders: readonly Holder[]) {
  const records = new Map<string, ListingRecord>()
  for (const { queryKey, data } of await persistedRows(holders)) {
    const holder = holders.find((kind) => kind === queryKey[0])
    for (const record of holder ? HOLDERS[holder](data) : []) {
      const house = ListingRecord.safeParse(record).data
      if (house && !records.has(house._id)) records.set(house._id, house)
    }
  }
  return records
}

/** All houses stored on this device: favorites, pages of results and opened houses. */
export const savedListingsQuery = queryOptions({
  queryKey: ['kept-listings'],
  queryFn: async () => [...(await readSavedRecords(['favorites', 'listings', 'listing'])).values()],
  // The rows are on this device, so reading them needs no network.
  networkMode: 'always',
  staleTime: 0,
})

import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { currentOwner, rowsOfKinds } from '#client/query-store/persisted-rows.ts'
import { ListingRecord } from '#contract/listings.ts'

const Page = z.object({ results: z.array(ListingRecord) })
const Favorites = z.object({ listings: z.array(ListingRecord) })

/**
 * All houses stored on this device, without duplicates: favorites, pages of results and opened
 * houses.
 */
export const savedListingsQuery = queryOptions({
  queryKey: ['kept-listings'],
  queryFn: async () => {
    const owner = currentOwner()
    if (owner === undefined) return []
    const [favorites, pages, opened] = await Promise.all(
      ['favorites', 'listings', 'listing'].map((kind) => rowsOfKinds(owner, [kind])),
    )
    const records = [
      ...(favorites ?? []).flatMap(({ data }) => Favorites.safeParse(data).data?.listings ?? []),
      ...(opened ?? []).flatMap(({ data }) => ListingRecord.safeParse(data).data ?? []),
      ...(pages ?? []).flatMap(({ data }) => Page.safeParse(data).data?.results ?? []),
    ]
    return [...new Map(records.map((record) => [record._id, record])).values()]
  },
  // The rows are on this device, so reading them needs no network.
  networkMode: 'always',
  staleTime: 0,
})

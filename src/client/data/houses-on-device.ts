import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { persistedData } from '#client/query-store/persisted-rows.ts'
import type { Display } from '#contract/display.ts'
import { ListingRecord } from '#contract/listings.ts'
import { FILTER_NAMES, type FilterName } from './listing-search.ts'
import type { ListingsParams } from './listings-params.ts'
import { type Listing, toListing } from './to-listing.ts'

/** The persisted queries with houses, and where their data has the records. */
const HOLDERS = [
  { kind: 'favorites', read: z.object({ listings: z.array(z.unknown()) }) },
  { kind: 'listings', read: z.object({ results: z.array(z.unknown()) }) },
  { kind: 'news', read: z.object({ listings: z.array(z.unknown()) }) },
] as const

/** All houses whose records are on this device: favorites, results, news, and opened houses. */
export const housesOnDeviceQuery = queryOptions({
  queryKey: ['houses-on-device'],
  queryFn: async () => {
    const held = HOLDERS.map(async ({ kind, read }) =>
      (await persistedData(kind)).flatMap((data) =>
        Object.values(read.safeParse(data).data ?? {}).flat(),
      ),
    )
    const records = [...(await Promise.all(held)).flat(), ...(await persistedData('listing'))]
    const houses = new Map<string, Listing>()
    for (const record of records) {
      const { data } = ListingRecord.safeParse(record)
      if (data && !data.withdrawn && !houses.has(data._id)) houses.set(data._id, toListing(data))
    }
    return [...houses.values()]
  },
  // The device can answer without a network. It may have other houses the next time.
  networkMode: 'always',
  staleTime: 0,
  gcTime: 0,
})

/** The filters that {@link isMatch} checks. The others need data that the device does not have. */
const CHECKED: FilterName[] = [
  ...(['prefecture', 'city', 'priceMin', 'priceMax', 'floorPlan', 'areaMin', 'areaMax'] as const),
  ...(['landAreaMin', 'landAreaMax', 'constructionYearMin', 'constructionYearMax'] as const),
]

/** Whether a search has filters that the device cannot check, such as distances. */
export function hasUncheckedFilters(params: ListingsParams) {
  return FILTER_NAMES.some((name) => params[name] !== undefined && !CHECKED.includes(name))
}

/** Whether a house meets the filters that the device can check. An unknown value meets no filter. */
export function isMatch(listing: Listing, params: ListingsParams, display: Display | undefined) {
  const { record, area, landArea, yearBuilt, floorPlan } = listing
  return (
    (!params.prefecture || record.Prefecture === params.prefecture) &&
    (!params.city || record.City === params.city) &&
    (!params.floorPlan || hasFloorPlan(floorPlan, params.floorPlan)) &&
    isWithin(priceIn(listing, params.currency, display), params.priceMin, params.priceMax) &&
    isWithin(area, params.areaMin, params.areaMax) &&
    isWithin(landArea, params.landAreaMin, params.landAreaMax) &&
    isWithin(yearBuilt, params.constructionYearMin, params.constructionYearMax)
  )
}

/** A filter of digits is a number of rooms. */
function hasFloorPlan(floorPlan: string | undefined, wanted: string) {
  return /^\d+$/.test(wanted)
    ? floorPlan?.match(/^\d+/)?.[0] === wanted
    : floorPlan?.toUpperCase() === wanted.toUpperCase()
}

function priceIn({ price, yen }: Listing, currency = 'USD', display: Display | undefined) {
  if (currency === 'USD') return price
  if (currency === 'JPY') return yen
  return display?.currency === currency && yen !== undefined ? yen * display.per_yen : undefined
}

function isWithin(value: unknown, min: number | undefined, max: number | undefined) {
  if (min === undefined && max === undefined) return true
  return typeof value === 'number' && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
}

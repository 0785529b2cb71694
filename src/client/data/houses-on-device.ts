import { queryOptions } from '@tanstack/react-query'
import { roundConverted } from '#contract/converted-price.ts'
import type { Display } from '#contract/display.ts'
import { parseCityFilter } from '#contract/prefectures.ts'
import { FILTER_NAMES, type FilterName } from './listing-search.ts'
import type { ListingsParams } from './listings-params.ts'
import { readSavedRecords } from './saved-listings.ts'
import { type Listing, toListing } from './to-listing.ts'

/** All houses on this device that searches may find: favorites, results, news, and opened houses. */
export const housesOnDeviceQuery = queryOptions({
  queryKey: ['houses-on-device'],
  queryFn: async () => {
    const records = await readSavedRecords(['favorites', 'listings', 'news', 'listing'])
    const houses = [...records.values()].map(toListing)
    // A search finds a house once, even if two listings of the house are on this device.
    return houses.filter(
      ({ withdrawn, foldedInto }) => !withdrawn && !records.has(foldedInto ?? ''),
    )
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

/**
 * Whether a house meets the filters that the device can check. A house whose value is unknown does
 * not meet a filter. Only a house of unknown year meets the latest year, because the server may know
 * that the house is older.
 */
export function isMatch(listing: Listing, params: ListingsParams, display: Display | undefined) {
  const { record, area, landArea, yearBuilt, floorPlan } = listing
  const city = params.city === undefined ? undefined : parseCityFilter(params.city)
  return (
    (!params.prefecture || record.Prefecture === params.prefecture) &&
    (!city?.prefecture || record.Prefecture === city.prefecture) &&
    (!city || record.City === city.name) &&
    (!params.floorPlan || hasFloorPlan(floorPlan, params.floorPlan)) &&
    isWithin(priceIn(listing, params.currency, display), params.priceMin, params.priceMax) &&
    isWithin(area, params.areaMin, params.areaMax) &&
    isWithin(landArea, params.landAreaMin, params.landAreaMax) &&
    isWithin(yearBuilt, params.constructionYearMin, undefined) &&
    (yearBuilt === undefined || isWithin(yearBuilt, undefined, params.constructionYearMax))
  )
}

/** A filter of digits is a number of rooms. */
function hasFloorPlan(floorPlan: string | undefined, wanted: string) {
  return /^\d+$/.test(wanted)
    ? floorPlan?.match(/^\d+/)?.[0] === wanted
    : floorPlan?.toUpperCase() === wanted.toUpperCase()
}

/** The price as the screen shows it: a converted price is rounded. */
function priceIn({ price, yen }: Listing, currency = 'USD', display: Display | undefined) {
  const converted = (amount: number) => roundConverted(amount, currency)
  if (yen === undefined && price === undefined) return undefined
  if (currency === 'JPY' && yen !== undefined) return yen
  if (currency === 'USD' && price !== undefined) return yen === undefined ? price : converted(price)
  if (!display || (currency !== display.currency && currency !== 'JPY')) return undefined
  const { per_yen, per_dollar } = display
  const amount = yen === undefined ? (price ?? 0) * per_dollar : yen * per_yen
  return converted(currency === 'JPY' ? amount / per_yen : amount)
}

function isWithin(value: unknown, min: number | undefined, max: number | undefined) {
  if (min === undefined && max === undefined) return true
  return typeof value === 'number' && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
}

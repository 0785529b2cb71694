import type * as z from 'zod/mini'
import type { ListingSearch } from '#contract/listings.ts'
import type { ListingsParams } from './listings-params.ts'

/**
 * The sort orders of the listings page, each with its API parameters. The first one is the default.
 */
export const SORTS = {
  newest: { sort_by: 'createdAt', sort_order: 'desc' },
  oldest: { sort_by: 'createdAt', sort_order: 'asc' },
  'price-asc': { sort_by: 'sale_price', sort_order: 'asc' },
  'price-desc': { sort_by: 'sale_price', sort_order: 'desc' },
  station: { sort_by: 'station_distance', sort_order: 'asc' },
  shinkansen: { sort_by: 'shinkansen_distance', sort_order: 'asc' },
  airport: { sort_by: 'airport_distance', sort_order: 'asc' },
  sea: { sort_by: 'sea_distance', sort_order: 'asc' },
} as const satisfies Record<string, Pick<ListingSearch, 'sort_by' | 'sort_order'>>
export type Sort = keyof typeof SORTS

/** The names of the filters in the URL of the listings page, with their names in the API. */
const FILTERS = {
  prefecture: 'prefecture',
  city: 'city',
  priceMin: 'sale_price_min',
  priceMax: 'sale_price_max',
  floorPlan: 'layout',
  areaMin: 'building_area_min',
  areaMax: 'building_area_max',
  landAreaMin: 'land_area_min',
  landAreaMax: 'land_area_max',
  constructionYearMin: 'construction_year_min',
  constructionYearMax: 'construction_year_max',
  marks: 'marks',
  region: 'region',
  place: 'place',
  near: 'near',
  area: 'area',
  stationMax: 'station_max',
  shinkansenMax: 'shinkansen_max',
  airportMax: 'airport_max',
  seaMax: 'sea_max',
} as const
export type FilterName = keyof typeof FILTERS
// The cast is safe, because `FILTERS` is a constant object without other keys than `FilterName`.
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

/**
 * Maps each URL parameter to its name in the API. The sort order is missing, because it becomes two
 * API parameters.
 */
export const API_NAMES = {
  ...FILTERS,
  currency: 'sale_price_currency',
  within: 'within',
  match: 'match',
  page: 'page',
  pageSize: 'limit',
} as const satisfies Record<string, keyof ListingSearch>

type SearchFields = {
  [Name in keyof typeof API_NAMES as (typeof API_NAMES)[Name]]: ListingsParams[Name]
}

export function toListingSearch({ sort, ...params }: ListingsParams) {
  const given: Readonly<Record<string, unknown>> = params
  const fields = Object.entries(API_NAMES).map(([name, apiName]) => [apiName, given[name]])
  return {
    // The cast is safe, because both `fields` and the type `SearchFields` follow from `API_NAMES`.
    ...(Object.fromEntries(fields) as SearchFields),
    ...(sort && SORTS[sort]),
  } satisfies z.input<typeof ListingSearch>
}

import type * as z from 'zod/mini'
import type { ListingSearch } from '#contract/listings.ts'
import type { ListingsParams } from './listings-params.ts'

/** The sort orders, each with its API parameters. The first one is the default. */
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

/** Converts the URL's parameters to the parameters of a search request. */
export function toListingSearch(params: ListingsParams) {
  return {
    prefecture: params.prefecture,
    city: params.city,
    layout: params.floorPlan,
    sale_price_min: params.priceMin,
    sale_price_max: params.priceMax,
    sale_price_currency: params.currency,
    building_area_min: params.areaMin,
    building_area_max: params.areaMax,
    land_area_min: params.landAreaMin,
    land_area_max: params.landAreaMax,
    construction_year_min: params.constructionYearMin,
    construction_year_max: params.constructionYearMax,
    marks: params.marks,
    region: params.region,
    place: params.place,
    near: params.near,
    within: params.within,
    area: params.area,
    station_max: params.stationMax,
    shinkansen_max: params.shinkansenMax,
    airport_max: params.airportMax,
    sea_max: params.seaMax,
    page: params.page,
    limit: params.pageSize,
    ...(params.sort && SORTS[params.sort]),
  } satisfies z.input<typeof ListingSearch>
}

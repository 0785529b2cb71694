import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { persistedKeys } from '#client/query-store/persisted-rows.ts'
import { SORTS } from './listing-search.ts'
import { type ListingsParams, parseListingsParams } from './listings-params.ts'

/** How many of the newest saved pages are listed. */
const MAX_PAGES = 6

/** The searches whose result pages are saved on this device, newest first. */
export const savedPagesQuery = queryOptions({
  queryKey: ['saved-pages'],
  queryFn: async () => {
    const keys = await persistedKeys('listings')
    return keys.slice(0, MAX_PAGES).map(([, search]) => paramsOf(search))
  },
})

const SavedPage = z.object({ results: z.array(z.looseObject({ _id: z.string() })) })

/** The record of a listing in a saved page of results. */
export function findInPage(page: unknown, id: string) {
  return SavedPage.safeParse(page).data?.results.find(({ _id }) => _id === id)
}

const SavedSearch = z.catch(z.record(z.string(), z.unknown()), {})

/** The URL parameters of the results page that belongs to this API search. */
export function paramsOf(search: unknown): ListingsParams {
  const saved = SavedSearch.parse(search)
  const [sort] =
    Object.entries(SORTS).find(
      ([, { sort_by, sort_order }]) => sort_by === saved.sort_by && sort_order === saved.sort_order,
    ) ?? []
  return parseListingsParams({
    prefecture: saved.prefecture,
    city: saved.city,
    floorPlan: saved.layout,
    priceMin: saved.sale_price_min,
    priceMax: saved.sale_price_max,
    currency: saved.sale_price_currency,
    areaMin: saved.building_area_min,
    areaMax: saved.building_area_max,
    landAreaMin: saved.land_area_min,
    landAreaMax: saved.land_area_max,
    constructionYearMin: saved.construction_year_min,
    constructionYearMax: saved.construction_year_max,
    marks: saved.marks,
    region: saved.region,
    place: saved.place,
    near: saved.near,
    within: saved.within,
    area: saved.area,
    stationMax: saved.station_max,
    shinkansenMax: saved.shinkansen_max,
    airportMax: saved.airport_max,
    seaMax: saved.sea_max,
    sort,
    page: saved.page,
    pageSize: saved.limit,
  })
}

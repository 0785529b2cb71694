import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { keptKeys } from '#client/query-store/offline-queries.ts'
import { SORTS } from './listing-search.ts'
import { type ListingsParams, parseListingsParams } from './listings-params.ts'

/** How many saved pages are offered; the newest ones. */
const MAX_PAGES = 6

/** The searches whose result pages are saved on this device, newest first. */
export const keptPagesQuery = queryOptions({
  queryKey: ['kept-pages'],
  queryFn: async () => {
    const keys = await keptKeys('listings')
    return keys.slice(0, MAX_PAGES).map(([, search]) => paramsOf(search))
  },
})

const KeptPage = z.object({ results: z.array(z.looseObject({ _id: z.string() })) })

/** The record of a listing in a saved page of results. */
export function findInPage(page: unknown, id: string) {
  return KeptPage.safeParse(page).data?.results.find(({ _id }) => _id === id)
}

const KeptSearch = z.catch(z.record(z.string(), z.unknown()), {})

/** The URL parameters of the page that sent this API search. */
export function paramsOf(search: unknown): ListingsParams {
  const kept = KeptSearch.parse(search)
  const [sort] =
    Object.entries(SORTS).find(
      ([, { sort_by, sort_order }]) => sort_by === kept.sort_by && sort_order === kept.sort_order,
    ) ?? []
  return parseListingsParams({
    prefecture: kept.prefecture,
    city: kept.city,
    floorPlan: kept.layout,
    priceMin: kept.sale_price_min,
    priceMax: kept.sale_price_max,
    areaMin: kept.building_area_min,
    areaMax: kept.building_area_max,
    landAreaMin: kept.land_area_min,
    landAreaMax: kept.land_area_max,
    constructionYearMin: kept.construction_year_min,
    constructionYearMax: kept.construction_year_max,
    sort,
    page: kept.page,
    pageSize: kept.limit,
  })
}

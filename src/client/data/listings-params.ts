import * as z from 'zod/mini'
import { laterPage, lenient, lenientText } from '#client/lenient-params.ts'
import { ListingFilters, type ListingSearch, PAGE_SIZES } from '#contract/listings.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { queryNumber } from '#contract/values.ts'

/** How results can be ordered, and what the API calls it. The first is the default. */
export const SORTS = {
  newest: { sort_by: 'createdAt', sort_order: 'desc' },
  oldest: { sort_by: 'createdAt', sort_order: 'asc' },
  'price-asc': { sort_by: 'sale_price', sort_order: 'asc' },
  'price-desc': { sort_by: 'sale_price', sort_order: 'desc' },
} as const satisfies Record<string, Pick<ListingSearch, 'sort_by' | 'sort_order'>>
export type Sort = keyof typeof SORTS

/** What narrows the results, as it stands in the URL of the listings page. */
export const FILTER_NAMES = [
  'prefecture',
  'city',
  'priceMin',
  'priceMax',
  'floorPlan',
  'areaMin',
  'areaMax',
  'landAreaMin',
  'landAreaMax',
  'constructionYearMin',
  'constructionYearMax',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

const api = ListingFilters.shape

function number(schema: z.ZodMiniType<number | undefined>) {
  return lenient(z.pipe(schema, z.transform(toPlainNumber)))
}

/** To the cent, so that it is never written as `1e-9`, which the API does not read; and no -0. */
function toPlainNumber(value: number | undefined) {
  return value === undefined ? undefined : Math.round(value * 100) / 100 + 0
}

const Prefecture = z
  .string()
  .check(z.refine((name) => PREFECTURES.some(({ value }) => value === name)))

const Params = z.object({
  prefecture: lenientText(z.optional(Prefecture)),
  city: lenientText(api.city),
  priceMin: number(api.sale_price_min),
  priceMax: number(api.sale_price_max),
  floorPlan: lenientText(api.layout),
  areaMin: number(api.building_area_min),
  areaMax: number(api.building_area_max),
  landAreaMin: number(api.land_area_min),
  landAreaMax: number(api.land_area_max),
  constructionYearMin: number(api.construction_year_min),
  constructionYearMax: number(api.construction_year_max),
  // The default of each of these is not a value: it is left out of the URL.
  sort: lenient(z.enum(['oldest', 'price-asc', 'price-desc'])),
  page: laterPage,
  pageSize: lenient(
    queryNumber('Page size', { min: 40, max: 100 }).check(
      z.refine((size) => PAGE_SIZES.some((option) => option === size)),
    ),
  ),
  /** The one listing to show instead of a search, as its link names it: the server knows whether it exists. */
  listing: lenientText(z.optional(z.string())),
})
export type ListingsParams = z.output<typeof Params>

/**
 * Reads the search parameters of the listings page. A key that was given and is not
 * valid comes back as `undefined`, which also takes it out of the URL.
 */
export function parseListingsParams(raw: Record<string, unknown>): ListingsParams {
  const params = Params.parse(raw)
  return params.prefecture ? params : { ...params, city: undefined }
}

/** The search that the API is asked for. */
export function toListingSearch(params: ListingsParams) {
  return {
    prefecture: params.prefecture,
    city: params.city,
    layout: params.floorPlan,
    sale_price_min: params.priceMin,
    sale_price_max: params.priceMax,
    building_area_min: params.areaMin,
    building_area_max: params.areaMax,
    land_area_min: params.landAreaMin,
    land_area_max: params.landAreaMax,
    construction_year_min: params.constructionYearMin,
    construction_year_max: params.constructionYearMax,
    page: params.page,
    limit: params.pageSize,
    ...(params.sort && SORTS[params.sort]),
  } satisfies z.input<typeof ListingSearch>
}

import type * as z from 'zod/mini'
import { laterPage, number, oneOf, paramsReader, text, words } from '#client/lenient-params.ts'
import { AREAS, PAGE_SIZES, PRICES, YEARS } from '#contract/choices.ts'
import type { ListingSearch } from '#contract/listings.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { PAGES, type Range, readNumber } from '#contract/query-values.ts'

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

/** To the cent, so that it is never written as `1e-9`, which the API does not read; and no -0. */
function amount(range: Range) {
  const readAmount = number(range)
  return (value: unknown) => {
    const read = readAmount(value)
    return read === undefined ? undefined : Math.round(read * 100) / 100 + 0
  }
}

const LARGER_PAGES: readonly number[] = PAGE_SIZES.slice(1)

const readParams = paramsReader({
  prefecture: (value) => PREFECTURES.find((prefecture) => prefecture.value === text(value))?.value,
  city: words,
  priceMin: amount(PRICES),
  priceMax: amount(PRICES),
  floorPlan: words,
  areaMin: amount(AREAS),
  areaMax: amount(AREAS),
  landAreaMin: amount(AREAS),
  landAreaMax: amount(AREAS),
  constructionYearMin: amount(YEARS),
  constructionYearMax: amount(YEARS),
  // The default of each of these is not a value: it is left out of the URL.
  sort: oneOf(['oldest', 'price-asc', 'price-desc']),
  page: laterPage,
  pageSize: (value) => oneOf(LARGER_PAGES)(readNumber(value, PAGES)),
  /** The one listing to show instead of a search, as its link names it: the server knows whether it exists. */
  listing: text,
})
export type ListingsParams = ReturnType<typeof readParams>

/**
 * Reads the search parameters of the listings page. A key that is not valid comes back as
 * `undefined`, which also takes it out of the URL.
 */
export function parseListingsParams(raw: Record<string, unknown>): ListingsParams {
  const params = readParams(raw)
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

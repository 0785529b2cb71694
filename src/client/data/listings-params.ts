import { AREAS, PAGE_SIZES, PRICES, YEARS } from '#contract/choices.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { LIMITS, MARK_LIST, type Range, readNumber } from '#contract/query-values.ts'
import {
  laterPage,
  number,
  oneOf,
  paramsReader,
  searchText,
  shareKey,
  text,
} from './parse-search.ts'

/** The filters, by their names in the listings page's URL. */
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
  'marks',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/**
 * Rounds to cents. A tiny number would be written as `1e-9`, which the API cannot parse. `+ 0`
 * turns -0 into 0.
 */
function amount(range: Range) {
  const readAmount = number(range)
  return (value: unknown) => {
    const read = readAmount(value)
    return read === undefined ? undefined : Math.round(read * 100) / 100 + 0
  }
}

const LARGER_PAGE_SIZES: readonly number[] = PAGE_SIZES.slice(1)

const readParams = paramsReader({
  prefecture: (value) => PREFECTURES.find((prefecture) => prefecture.value === text(value))?.value,
  city: searchText,
  priceMin: amount(PRICES),
  priceMax: amount(PRICES),
  /** The currency of both prices. Dollars by default. */
  currency: searchText,
  floorPlan: searchText,
  areaMin: amount(AREAS),
  areaMax: amount(AREAS),
  landAreaMin: amount(AREAS),
  landAreaMax: amount(AREAS),
  constructionYearMin: amount(YEARS),
  constructionYearMax: amount(YEARS),
  /** Codes of signs and tags that all hold. */
  marks: (value) => (typeof value === 'string' && MARK_LIST.test(value) ? value : undefined),
  // The default values are left out of the URL.
  sort: oneOf(['oldest', 'price-asc', 'price-desc']),
  page: laterPage,
  pageSize: (value) => oneOf(LARGER_PAGE_SIZES)(readNumber(value, LIMITS)),
  /**
   * The id of a single listing to show instead of a search. The server checks whether it exists.
   */
  listing: text,
  /** The key in that listing's share link. */
  key: shareKey,
})
export type ListingsParams = ReturnType<typeof readParams>

/**
 * Reads the search parameters of the listings page. An invalid key becomes `undefined`, which also
 * removes it from the URL.
 */
export function parseListingsParams(raw: Record<string, unknown>): ListingsParams {
  const { city, currency, key, ...params } = readParams(raw)
  const hasPrice = (params.priceMin ?? params.priceMax) !== undefined
  return {
    ...params,
    city: params.prefecture && city,
    currency: hasPrice && currency !== 'USD' ? currency : undefined,
    key: params.listing && key,
  }
}

/** The codes of the marks in a search. */
export function readMarks({ marks }: Pick<ListingsParams, 'marks'>) {
  return marks?.split(',') ?? []
}

import { AREAS, PAGE_SIZES, PRICES, REGION_CODES, YEARS } from '#contract/choices.ts'
import { type MarkState, readMarkStates } from '#contract/mark-codes.ts'
import {
  DEFAULT_WITHIN_KM,
  DISTANCES_KM,
  PLACE_CODE,
  readArea,
  readPlaceRef,
  readWithin,
} from '#contract/place-values.ts'
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

/**
 * Rounds to cents. Without rounding, a tiny number would be written as `1e-9`, which the API cannot
 * parse. `+ 0` turns -0 into 0.
 */
function amount(range: Range) {
  const readAmount = number(range)
  return (value: unknown) => {
    const read = readAmount(value)
    return read === undefined ? undefined : Math.round(read * 100) / 100 + 0
  }
}

const DISTANCE_NAMES = ['near', 'stationMax', 'shinkansenMax', 'airportMax', 'seaMax'] as const
type DistanceName = (typeof DISTANCE_NAMES)[number]

const LARGER_PAGE_SIZES: readonly number[] = PAGE_SIZES.slice(1)

/**
 * Validates a search parameter: keeps a text that `read` can parse, and turns anything else into
 * undefined.
 */
const textOf = (read: (text: string) => unknown) => (value: unknown) => {
  const given = text(value)
  return given !== undefined && read(given) !== undefined ? given : undefined
}

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
  /**
   * The comma-separated codes of signs and tags, such as `parking,-well-water`. The results must
   * have the codes without a minus, and must not have the codes with a minus.
   */
  marks: textOf((marks) =>
    MARK_LIST.test(marks) ? (readMarkStates(marks) ?? undefined) : undefined,
  ),
  region: oneOf(REGION_CODES),
  place: textOf((code) => PLACE_CODE.exec(code) ?? undefined),
  /** A place, station or coordinate. A listing must be at most `within` kilometres away from it. */
  near: textOf(readPlaceRef),
  within: readWithin,
  /** The searched area of the map, a rectangle. */
  area: textOf(readArea),
  stationMax: amount(DISTANCES_KM),
  shinkansenMax: amount(DISTANCES_KM),
  airportMax: amount(DISTANCES_KM),
  seaMax: amount(DISTANCES_KM),
  /** Whether the results are the houses that only may be within the distances. */
  match: oneOf(['possible']),
  /** Whether the results are on a map. The list is the default. */
  view: oneOf(['map']),
  // The default values are left out of the URL.
  sort: oneOf(['oldest', 'price-asc', 'price-desc', 'station', 'shinkansen', 'airport', 'sea']),
  page: laterPage,
  pageSize: (value) => oneOf(LARGER_PAGE_SIZES)(readNumber(value, LIMITS)),
  /**
   * The id of a single listing to show instead of a search. The server checks whether the listing
   * exists.
   */
  listing: text,
  /** The key from the share link of the single listing. */
  key: shareKey,
})
export type ListingsParams = ReturnType<typeof readParams>

/**
 * Reads the search parameters of the listings page. An invalid parameter becomes `undefined`, which
 * removes the parameter from the URL.
 */
export function parseListingsParams(raw: Record<string, unknown>): ListingsParams {
  const { city, currency, key, within, ...params } = readParams(raw)
  const hasPrice = (params.priceMin ?? params.priceMax) !== undefined
  return {
    ...params,
    city: params.prefecture && city,
    within: params.near && within !== DEFAULT_WITHIN_KM ? within : undefined,
    currency: hasPrice && currency !== 'USD' ? currency : undefined,
    match: hasDistance(params) ? params.match : undefined,
    key: params.listing && key,
  }
}

/** Whether a search has a filter by distance, which some houses only may meet. */
export function hasDistance(params: Partial<Pick<ListingsParams, DistanceName>>) {
  return DISTANCE_NAMES.some((name) => params[name] !== undefined)
}

/** The states of the signs and tags in a search's filters, by code. */
export function readMarks({ marks }: Pick<ListingsParams, 'marks'>) {
  return readMarkStates(marks) ?? new Map<string, MarkState>()
}

import { FILTER_NAMES, type ListingsParams } from '#client/data/listings-params.ts'

/** How many things are filtered by; a range counts once. */
export function countFilters(params: ListingsParams) {
  const given = FILTER_NAMES.filter((name) => params[name] !== undefined)
  return new Set(given.map((name) => name.replace(/M(in|ax)$/, ''))).size
}

/** Takes every filter away and goes back to the first page. */
export const NO_FILTERS: ListingsParams = Object.fromEntries(
  [...FILTER_NAMES, 'page'].map((name) => [name, undefined]),
)

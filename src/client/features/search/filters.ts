import { FILTER_NAMES } from '#client/data/listing-search.ts'
import { type ListingsParams, readMarks } from '#client/data/listings-params.ts'

/**
 * The number of active filters. A range counts as one filter. Each chosen sign or tag counts as
 * one.
 */
export function countFilters(params: ListingsParams) {
  const given = FILTER_NAMES.flatMap((name) =>
    name === 'marks' ? [...readMarks(params).keys()] : params[name] === undefined ? [] : name,
  )
  return new Set(given.map((name) => name.replace(/M(in|ax)$/, ''))).size
}

/** Clears every filter and returns to page 1. */
export const NO_FILTERS: ListingsParams = Object.fromEntries(
  [...FILTER_NAMES, 'match', 'page'].map((name) => [name, undefined]),
)

/**
 * Whether the search has a place other than a prefecture or city. The page is then titled with this
 * place.
 */
export function hasPlace({ region, place, near, area }: ListingsParams) {
  return (region ?? place ?? near ?? area) !== undefined
}

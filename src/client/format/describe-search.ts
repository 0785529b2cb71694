import type { ListingsParams } from '#client/data/listings-params.ts'
import { activeFilters, type FilterWords } from '#client/format/active-filters.ts'

/** The sort orders in words, except the default. */
export const ORDERS = {
  oldest: 'oldest first',
  'price-asc': 'lowest price first',
  'price-desc': 'highest price first',
  station: 'nearest to a station first',
  shinkansen: 'nearest to the Shinkansen first',
  airport: 'nearest to an airport first',
  sea: 'nearest to the sea first',
} satisfies Record<NonNullable<ListingsParams['sort']>, string>

/** A search in a few words: `Uji, Kyoto, 4LDK, up to $50,000, oldest first`. */
export function describeSearch(params: ListingsParams, words?: FilterWords) {
  const { prefecture, region, place, near, area, sort } = params
  const hasPlace = prefecture ?? region ?? place ?? near ?? area
  const parts = [
    // A city filter without its prefecture has no effect, so such a filter does not count as a
    // place.
    !hasPlace && 'All listings',
    ...activeFilters(params, words).map(({ text }) => text),
    params.match && 'only houses that may match',
    sort && ORDERS[sort],
  ]
  return parts.filter(Boolean).join(', ')
}

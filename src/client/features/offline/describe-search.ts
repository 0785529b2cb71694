import type { ListingsParams } from '#client/data/listings-params.ts'
import { activeFilters } from '#client/format/active-filters.ts'

const ORDERS = {
  oldest: 'oldest first',
  'price-asc': 'lowest price first',
  'price-desc': 'highest price first',
} satisfies Record<NonNullable<ListingsParams['sort']>, string>

/** A search in a few words: `Uji, Kyoto, 4LDK, up to $50,000, oldest first, page 2`. `unit` is that of areas. */
export function describeSearch(params: ListingsParams, unit?: string) {
  const { prefecture, sort, pageSize, page } = params
  const parts = [
    // Cities are filtered only within a prefecture.
    !prefecture && 'All listings',
    ...activeFilters(params, unit).map(({ text }) => text),
    sort && ORDERS[sort],
    pageSize && `${pageSize} to a page`,
    page && `page ${page}`,
  ]
  return parts.filter(Boolean).join(', ')
}

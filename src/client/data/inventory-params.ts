import { INVENTORY_SORTS, INVENTORY_STATES, SORT_ORDERS } from '#contract/choices.ts'
import { laterPage, oneOf, paramsReader, searchText } from './parse-search.ts'

export const parseInventoryParams = paramsReader({
  search: searchText,
  state: oneOf(INVENTORY_STATES),
  source: searchText,
  sort: oneOf(INVENTORY_SORTS),
  order: oneOf(SORT_ORDERS),
  page: laterPage,
})
export type InventoryParams = ReturnType<typeof parseInventoryParams>

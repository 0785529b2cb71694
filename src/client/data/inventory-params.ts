import * as z from 'zod/mini'
import { laterPage, lenient, lenientText } from '#client/lenient-params.ts'
import { INVENTORY_SORTS, INVENTORY_STATES } from '#contract/list-choices.ts'
import { queryText, SORT_ORDERS } from '#contract/values.ts'

const Params = z.object({
  search: lenientText(queryText('Search')),
  state: lenient(z.enum(INVENTORY_STATES)),
  source: lenientText(queryText('Source')),
  sort: lenient(z.enum(INVENTORY_SORTS)),
  order: lenient(z.enum(SORT_ORDERS)),
  page: laterPage,
})
/** What is looked for, as it stands in the URL. */
export type InventoryParams = z.output<typeof Params>

export const parseInventoryParams = (raw: Record<string, unknown>): InventoryParams =>
  Params.parse(raw)

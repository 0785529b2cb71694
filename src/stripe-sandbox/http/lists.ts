import { missing } from '../refusals.ts'
import type { Range } from './parameters.ts'

interface Wanted {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

/**
 * Returns one page of a list. The page starts after the object with the id `starting_after`, or
 * ends before the object with the id `ending_before`, as in Stripe's API.
 */
export function page<T extends { readonly id: string }>(
  items: readonly T[],
  { limit = DEFAULT_LIMIT, starting_after, ending_before }: Wanted,
  url: string,
) {
  const length = Math.min(Math.max(limit, 1), MAX_LIMIT)
  if (ending_before !== undefined) {
    const before = items.slice(0, placeOf(items, ending_before))
    const data = before.slice(-length)
    return { object: 'list' as const, data, has_more: before.length > data.length, url }
  }
  const after =
    starting_after === undefined ? items : items.slice(placeOf(items, starting_after) + 1)
  const data = after.slice(0, length)
  return { object: 'list' as const, data, has_more: after.length > data.length, url }
}

function placeOf(items: readonly { readonly id: string }[], id: string) {
  const place = items.findIndex((item) => item.id === id)
  if (place === -1) throw missing('object', id)
  return place
}

/** Whether a time is in the range by which a request filters a list. */
export function isInRange(value: number, range: Range | undefined) {
  if (range === undefined) return true
  if (typeof range === 'number') return value === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return value > gt && value >= gte && value < lt && value <= lte
}

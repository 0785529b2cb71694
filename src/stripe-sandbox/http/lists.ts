import { missing } from '../refusals.ts'

interface Wanted {
  limit?: number | undefined
  starting_after?: string | undefined
}

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

/** Returns one page of a list. The page starts after the object with the id `starting_after`. */
export function page<T extends { readonly id: string }>(
  items: readonly T[],
  { limit = DEFAULT_LIMIT, starting_after }: Wanted,
  url: string,
) {
  const length = Math.min(Math.max(limit, 1), MAX_LIMIT)
  const after =
    starting_after === undefined ? items : items.slice(findPlace(items, starting_after) + 1)
  const data = after.slice(0, length)
  return { object: 'list' as const, data, has_more: after.length > data.length, url }
}

function findPlace(items: readonly { readonly id: string }[], id: string) {
  const place = items.findIndex((item) => item.id === id)
  if (place === -1) throw missing('object', id)
  return place
}

/** Whether an object is new enough for a request that filters a list by creation time. */
export function isSince({ created }: { readonly created: number }, since?: { gte: number }) {
  return since === undefined || created >= since.gte
}

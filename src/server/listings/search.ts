import type { SQL } from 'drizzle-orm'
import { and, asc, desc, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Order, PositionRange } from '#search/buckets.ts'
import type { ResolvedSearch } from '#search/resolve-filters.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { matching } from './matching.ts'
import { SORT_COLUMNS } from './sort-columns.ts'
import type { Totals } from './totals.ts'

/** Which rows of a sorted list a query returns. */
interface Window {
  limit: number
  offset: number
  /** From which end of the list the query skips `offset` rows. */
  from: 'start' | 'end'
}

/**
 * Finds the ids of a page of a search, and the number of all its results. Uses the in-memory
 * columns, or the database while the columns are not loaded. `totals` must belong to a search with
 * the same filters and the same order, but its page and limit may differ.
 */
export async function findPage(db: Database, search: ResolvedSearch, totals: Totals) {
  const page = totals.page(positionsOf(search, Infinity))
  if (page) return page
  if (isFarthestFirst(search)) return findFarthest(db, search, totals)
  const find = (window: Window) => findIds(db, matching(search), search, window)
  if (search.page === 1) {
    const ids = await find(fromStart(search.limit))
    const isAll = ids.length < search.limit
    return { ids, total: await totals.total(isAll ? ids.length : undefined) }
  }
  const total = await totals.total()
  const window = windowOf(search, total)
  return { ids: window ? await find(window) : [], total }
}

export function fromStart(limit: number): Window {
  return { limit, offset: 0, from: 'start' }
}

type Paging = Pick<ResolvedSearch, 'page' | 'limit'>

/** The rows of the sorted results that a page shows. Null if the page has no results. */
export function windowOf(page: Paging, total: number): Window | null {
  return windowAt(positionsOf(page, total), total)
}

function positionsOf({ page, limit }: Paging, total: number): PositionRange {
  const start = (page - 1) * limit
  return { start, end: Math.min(start + limit, total) }
}

/**
 * Counts the skipped rows from the nearer end of the list, because the database reads every row
 * that it skips.
 */
function windowAt({ start, end }: PositionRange, total: number): Window | null {
  if (start >= end) return null
  const isNearEnd = total - end < start
  const limit = end - start
  return isNearEnd
    ? { limit, offset: total - end, from: 'end' }
    : { limit, offset: start, from: 'start' }
}

/**
 * Whether the order is by descending distance. In this order the index yields unknown distances
 * first, but the pages must show them last.
 */
function isFarthestFirst({ sort_by, sort_order }: Order) {
  return sort_order === 'desc' && sort_by !== 'createdAt' && sort_by !== 'sale_price'
}

/**
 * Finds a page of a search that shows the farthest houses first. The first query reads the houses
 * with a known distance. The second query reads the houses with an unknown distance. A single query
 * could not use the index, which is in ascending order.
 */
async function findFarthest(db: Database, search: ResolvedSearch, totals: Totals) {
  const column = SORT_COLUMNS[search.sort_by]
  const [total, known] = await Promise.all([totals.total(), totals.known()])
  const { start, end } = positionsOf(search, total)
  const find = async (condition: SQL, window: Window | null) =>
    window ? findIds(db, and(matching(search), condition), search, window) : []

  const far = windowAt({ start, end: Math.min(end, known) }, known)
  const rest = windowAt({ start: Math.max(start - known, 0), end: end - known }, total - known)
  const ids = [...(await find(isNotNull(column), far)), ...(await find(isNull(column), rest))]
  return { ids, total }
}

export async function findIds(db: Database, where: SQL | undefined, order: Order, window: Window) {
  const rows = await pageQuery(db, where, order, window)
  const ids = rows.map(({ id }) => id)
  return window.from === 'end' ? ids.reverse() : ids
}

/**
 * Finds the ids of a page with an index only, because reading the wide rows of all skipped listings
 * would be slow. If the query counts from the end of the list, the ids are in reverse order.
 */
export function pageQuery(db: Database, where: SQL | undefined, order: Order, window: Window) {
  return db
    .select({ id: listings.id })
    .from(listings)
    .where(where)
    .orderBy(...inOrder(order, window.from === 'end'))
    .limit(window.limit)
    .offset(window.offset)
}

/**
 * Orders listings. The id breaks ties, so that pages never overlap. Houses without a price or a
 * distance come last in both directions.
 */
function inOrder({ sort_by, sort_order }: Order, fromEnd: boolean) {
  const direction = (sort_order === 'asc') === fromEnd ? desc : asc
  const key = direction(SORT_COLUMNS[sort_by])
  const nulls = sql.raw(fromEnd ? 'nulls first' : 'nulls last')
  return [sort_by === 'sale_price' ? sql`${key} ${nulls}` : key, direction(listings.id)]
}

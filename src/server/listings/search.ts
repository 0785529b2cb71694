import type { SQL } from 'drizzle-orm'
import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import type { ListingFilters } from '#contract/listings.ts'
import { readArea } from '#contract/place-values.ts'
import { prefectureValue } from '#contract/prefectures.ts'
import type { Database } from '#server/db/database.ts'
import { listingPhotos, listings, sources } from '#server/db/schema.ts'
import { parseLayout } from '#server/normalise/layout.ts'
import {
  afterCheckpoint,
  type Checkpoint,
  ORDERINGS,
  type Order,
  type PositionRange,
} from './checkpoints.ts'
import { matching } from './conditions.ts'
import { recordColumns, toPublicRecord, toRecords } from './listing-records.ts'
import { readMarkList } from './marks.ts'
import { isOffered } from './offered.ts'
import type { ResolvedSearch } from './resolve-places.ts'
import type { Candidates, Totals } from './totals.ts'

/** Which rows of a sorted list a query returns. */
interface Window {
  limit: number
  offset: number
  /**
   * The position at which the query starts to read: the first row, the last row, or a checkpoint (a
   * position shortly before the requested page). From there, the query skips `offset` rows.
   * Alternatively, the only listings that the query reads.
   */
  from: 'start' | 'end' | Checkpoint | Candidates
}

/**
 * Above this offset, starting at a checkpoint (a known position near the page) is faster than
 * skipping rows.
 */
const MAX_SKIPPED_ROWS = 2000

/** Normalises filters, so that equal searches share a cache entry. */
export function normaliseFilters<F extends ListingFilters>(filters: F): F {
  const { prefecture, city, layout, marks, area } = filters
  return {
    ...filters,
    area: area && Object.values(readArea(area) ?? {}).join(','),
    prefecture: prefecture ? prefectureValue(prefecture) : undefined,
    city: city || undefined,
    layout: layout ? normaliseLayout(layout) : undefined,
    marks: marks ? [...new Set(readMarkList(marks))].sort().join(',') : undefined,
  }
}

/** `４ｌｄｋ` becomes `4LDK`. An invalid layout finds nothing. */
function normaliseLayout(text: string) {
  const layout = parseLayout(text)
  return layout.kind === 'read' ? layout.value : text
}

/**
 * Finds a page of a search, and the number of all its results. `totals` belong to a search with the
 * same filters and the same order. Its page and limit may differ.
 */
export async function findPage(db: Database, search: ResolvedSearch, totals: Totals) {
  const where = matching(search)
  const find = async (window: Window) => toRecords(await pageQuery(db, where, search, window))

  if (isFarthestFirst(search)) return findFarthest(db, search, totals)
  const { start, end } = positionsOf(search, Infinity)
  const candidates = await totals.candidates({ start, end })
  if (candidates) {
    const offset = start - candidates.before
    const records = await find({ limit: search.limit, offset, from: candidates })
    return { records, total: await totals.total() }
  }
  if (search.page === 1) {
    const records = await find(fromStart(search.limit))
    const isAll = records.length < search.limit
    return { records, total: await totals.total(isAll ? records.length : undefined) }
  }
  const total = await totals.total()
  const window = await windowOf(search, total, totals.checkpoint)
  return { records: window ? await find(window) : [], total }
}

export function fromStart(limit: number): Window {
  return { limit, offset: 0, from: 'start' }
}

type Paging = Pick<ResolvedSearch, 'page' | 'limit'>

/**
 * Chooses where the query starts: at the first row, at the last row, or at a checkpoint shortly
 * before the page. The database reads every row that it skips, so the start with the fewest skipped
 * rows is best.
 */
export async function windowOf(
  page: Paging,
  total: number,
  findCheckpoint: Totals['checkpoint'],
): Promise<Window | null> {
  return windowAt(positionsOf(page, total), total, findCheckpoint)
}

function positionsOf({ page, limit }: Paging, total: number): PositionRange {
  const start = (page - 1) * limit
  return { start, end: Math.min(start + limit, total) }
}

async function windowAt(
  { start, end }: PositionRange,
  total: number,
  findCheckpoint: Totals['checkpoint'],
): Promise<Window | null> {
  if (start >= end) return null
  const rows = { limit: end - start }
  const skipped = Math.min(start, total - end)
  const checkpoint = skipped > MAX_SKIPPED_ROWS ? await findCheckpoint({ start, end }) : null
  if (checkpoint && start - checkpoint.before < skipped) {
    return { ...rows, offset: start - checkpoint.before, from: checkpoint }
  }
  return { ...rows, offset: skipped, from: skipped < start ? 'end' : 'start' }
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
  const { column } = ORDERINGS[search.sort_by]
  const [total, known] = await Promise.all([totals.total(), totals.known()])
  const { start, end } = positionsOf(search, total)
  const find = async (condition: SQL, window: Window | null) =>
    window ? pageQuery(db, and(matching(search), condition), search, window) : []

  const far = await windowAt({ start, end: Math.min(end, known) }, known, totals.checkpoint)
  const rest = await windowAt(
    { start: Math.max(start - known, 0), end: end - known },
    total - known,
    async ({ start, end }) => {
      const checkpoint = await totals.checkpoint({ start: start + known, end: end + known })
      return checkpoint && { ...checkpoint, before: checkpoint.before - known }
    },
  )
  const rows = [...(await find(isNotNull(column), far)), ...(await find(isNull(column), rest))]
  return { records: toRecords(rows), total }
}

/**
 * The houses of the free preview. Houses with a photo come first; each group is sorted newest
 * first.
 */
export async function findPreview(db: Database, limit: number) {
  const photo = db
    .select({ position: listingPhotos.position })
    .from(listingPhotos)
    .where(eq(listingPhotos.listingId, listings.id))
  const newest = async (condition: SQL, limit: number) =>
    pageQuery(
      db,
      and(isOffered, condition),
      { sort_by: 'createdAt', sort_order: 'desc' },
      fromStart(limit),
    )

  const pictured = await newest(exists(photo), limit)
  const others = await newest(notExists(photo), limit - pictured.length)
  return toRecords([...pictured, ...others]).map(toPublicRecord)
}

/**
 * Finds the ids of a page with an index alone, then reads only the rows of these ids. Reading the
 * wide rows of all skipped listings would be slow.
 */
export function pageQuery(db: Database, where: SQL | undefined, order: Order, window: Window) {
  const page = db
    .select({ id: listings.id })
    .from(listings)
    .where(and(where, startingFrom(window, order)))
    .orderBy(...inOrder(order, window.from === 'end'))
    .limit(window.limit)
    .offset(window.offset)
    .as('page')
  return db
    .select(recordColumns)
    .from(page)
    .innerJoin(listings, eq(listings.id, page.id))
    .innerJoin(sources, eq(sources.name, listings.source))
    .orderBy(...inOrder(order, false))
}

function startingFrom({ from }: Window, order: Order) {
  if (typeof from === 'string') return undefined
  return 'ids' in from ? inArray(listings.id, from.ids) : afterCheckpoint(from, order)
}

/**
 * Orders listings. The id breaks ties, so that pages never overlap. Houses without a price or a
 * distance come last in both directions.
 */
function inOrder({ sort_by, sort_order }: Order, fromEnd: boolean) {
  const direction = (sort_order === 'asc') === fromEnd ? desc : asc
  const key = direction(ORDERINGS[sort_by].column)
  const nulls = sql.raw(fromEnd ? 'nulls first' : 'nulls last')
  return [sort_by === 'sale_price' ? sql`${key} ${nulls}` : key, direction(listings.id)]
}

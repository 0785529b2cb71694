import type { SQL } from 'drizzle-orm'
import { and, asc, desc, eq, exists, notExists, sql } from 'drizzle-orm'
import type { ListingFilters } from '#contract/listings.ts'
import { prefectureValue } from '#contract/prefectures.ts'
import type { Database } from '#server/db/database.ts'
import { listingPhotos, listings, sources } from '#server/db/schema.ts'
import { parseLayout } from '#server/normalise/layout.ts'
import { matching } from './conditions.ts'
import { following, type Landmark, type Order } from './landmarks.ts'
import { recordColumns, toPublicRecord, toRecords } from './listing-records.ts'
import { readMarkList } from './marks.ts'
import { isOffered } from './offered.ts'
import type { CatalogueSearch } from './price-bounds.ts'
import type { Totals } from './totals.ts'

/** The rows of a page in an order. */
interface Window {
  limit: number
  offset: number
  /** `offset` counts from this point. */
  from: 'start' | 'end' | Landmark
}

/** Above this offset, a landmark is faster than skipping rows. */
const FAR = 2000

/** Normalises filters, so that equal searches share a cache entry. */
export function normaliseFilters<F extends ListingFilters>(filters: F): F {
  const { prefecture, city, layout, marks } = filters
  return {
    ...filters,
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

/** Finds a page of a search, and the number of all its results. */
export async function findPage(db: Database, search: CatalogueSearch, totals: Totals) {
  const find = async (window: Window) =>
    toRecords(await pageQuery(db, matching(search), search, window))

  if (search.page === 1) {
    const records = await find(fromStart(search.limit))
    const isAll = records.length < search.limit
    return { records, total: await totals.total(isAll ? records.length : undefined) }
  }
  const total = await totals.total()
  const window = await windowOf(search, total, totals.landmark)
  return { records: window ? await find(window) : [], total }
}

export function fromStart(limit: number): Window {
  return { limit, offset: 0, from: 'start' }
}

/**
 * Chooses where the query starts: the first row, the last row or a landmark. The database reads
 * every row that it skips, so the start with the fewest skipped rows is best.
 */
export async function windowOf(
  { page, limit }: Pick<CatalogueSearch, 'page' | 'limit'>,
  total: number,
  findLandmark: Totals['landmark'],
): Promise<Window | null> {
  const start = (page - 1) * limit
  const end = Math.min(start + limit, total)
  if (start >= end) return null
  const rows = { limit: end - start }
  const skipped = Math.min(start, total - end)
  const landmark = skipped > FAR ? await findLandmark({ start, end }) : null
  if (landmark && start - landmark.before < skipped) {
    return { ...rows, offset: start - landmark.before, from: landmark }
  }
  return { ...rows, offset: skipped, from: skipped < start ? 'end' : 'start' }
}

/** The houses of the free preview: the newest with a photo first, then the newest without one. */
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
 * Finds the ids of a page in an index only, then reads the rows of these ids. Reading the wide rows
 * of skipped listings would be slow.
 */
export function pageQuery(db: Database, where: SQL | undefined, order: Order, window: Window) {
  const page = db
    .select({ id: listings.id })
    .from(listings)
    .where(and(where, typeof window.from === 'object' ? following(window.from, order) : undefined))
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

/**
 * Orders listings. The id breaks ties, so that pages never overlap. Houses without a price come
 * last in both directions.
 */
function inOrder({ sort_by, sort_order }: Order, fromEnd: boolean) {
  const direction = (sort_order === 'asc') === fromEnd ? desc : asc
  const unpriced = sql.raw(fromEnd ? 'nulls first' : 'nulls last')
  const key =
    sort_by === 'createdAt'
      ? direction(listings.createdAt)
      : sql`${direction(listings.askedPrice)} ${unpriced}`
  return [key, direction(listings.id)]
}

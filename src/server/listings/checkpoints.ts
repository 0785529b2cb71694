import { and, asc, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ListingSearch } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { isOffered } from './offered.ts'

/**
 * The number of listings between two neighbouring bounds of a histogram. A query that starts at the
 * last bound before the requested page skips fewer than this number of rows.
 */
const BOUND_INTERVAL = 1024

/**
 * The columns by which listings can be sorted. Each column has a conversion to a number and back,
 * because `listing-columns.ts` holds the values in memory as numbers.
 */
export const ORDERINGS = {
  createdAt: {
    column: listings.createdAt,
    // Milliseconds since the epoch.
    toNumber: sql<number>`(extract(epoch from ${listings.createdAt}) * 1000)::float8`,
    fromNumber: (number: number) => sql.param(new Date(number), listings.createdAt),
  },
  sale_price: wholeNumbers(listings.askedPrice),
  station_distance: wholeNumbers(listings.stationMetres),
  shinkansen_distance: wholeNumbers(listings.shinkansenMetres),
  airport_distance: wholeNumbers(listings.airportMetres),
  sea_distance: wholeNumbers(listings.seaMetres),
}

function wholeNumbers<C extends PgColumn>(column: C) {
  return {
    column,
    toNumber: sql<number>`${column}::float8`,
    fromNumber: (number: number) => sql.param(number, column),
  }
}
export type Order = Pick<ListingSearch, 'sort_by' | 'sort_order'>

/** A listing's sort key: its value in the sort column, and its id. */
export interface Key {
  /** NaN stands for an unknown value, which comes last in every order. */
  value: number
  id: string
}

/**
 * The sort keys of the listings at regular intervals in the sorted list, in ascending order. The
 * keys of listings with an unknown value are in `unknown`.
 */
export interface Bounds {
  known: Key[]
  unknown: Key[]
}

/**
 * The number of listings in each bucket. A bucket contains the listings between two neighbouring
 * bounds. The first bucket contains the listings before the first bound.
 */
export interface Histogram {
  bounds: Bounds
  counts: Uint32Array
}

/**
 * A position in the sorted listings, shortly before the requested page. A query that starts at this
 * position skips few rows.
 */
export interface Checkpoint {
  /**
   * Whether the query starts among the listings with a known value in the sort column. Listings
   * with an unknown value come after all known ones.
   */
  isKnown: boolean
  /**
   * The sort key where the query starts. An ascending query includes the listing with this key. A
   * descending query excludes it. Undefined if the query starts at the beginning of a group: the
   * listings with a known value, or the listings with an unknown value (see `isKnown`).
   */
  key: Key | undefined
  /** The number of listings before this position. */
  before: number
}

/** A range of positions in the sorted listings, counted from 0. `end` is excluded. */
export interface PositionRange {
  start: number
  end: number
}

/**
 * Reads the sort keys at the bounds of a histogram. Uses many short index queries, so that other
 * queries can run in between.
 */
export async function readBounds(db: Database, order: Order['sort_by']): Promise<Bounds> {
  const { column, toNumber, fromNumber } = ORDERINGS[order]
  /**
   * The key of the listing at position {@link BOUND_INTERVAL} among the listings that meet the
   * condition. Undefined if fewer listings meet the condition.
   */
  async function next(condition: SQL | undefined): Promise<Key | undefined> {
    const [key] = await db
      .select({ value: sql<number | null>`${toNumber}`, id: listings.id })
      .from(listings)
      .where(and(isOffered, condition))
      .orderBy(asc(column), asc(listings.id))
      .limit(1)
      .offset(BOUND_INTERVAL - 1)
    return key && { ...key, value: key.value ?? Number.NaN }
  }

  const known: Key[] = []
  let bound = await next(isNotNull(column))
  while (bound) {
    known.push(bound)
    bound = await next(sql`(${column}, ${listings.id}) > (${fromNumber(bound.value)}, ${bound.id})`)
  }
  const unknown: Key[] = []
  bound = await next(isNull(column))
  while (bound) {
    unknown.push(bound)
    bound = await next(and(isNull(column), gt(listings.id, bound.id)))
  }
  return { known, unknown }
}

/**
 * The condition with which a query starts at a checkpoint (a position shortly before the requested
 * page). Excludes all listings before the checkpoint.
 */
export function afterCheckpoint({ isKnown, key }: Checkpoint, { sort_by, sort_order }: Order) {
  const { column, fromNumber } = ORDERINGS[sort_by]
  const follows = sql.raw(sort_order === 'asc' ? '>=' : '<')
  if (!isKnown) return and(isNull(column), key && sql`${listings.id} ${follows} ${key.id}`)
  return key && sql`(${column}, ${listings.id}) ${follows} (${fromNumber(key.value)}, ${key.id})`
}

/** The index of a key's bucket in a {@link Histogram}. */
export function bucketOf(key: Key, { known, unknown }: Bounds) {
  return Number.isNaN(key.value)
    ? known.length + 1 + countReachedBounds(key, unknown)
    : countReachedBounds(key, known)
}

/** Counts the histogram bounds at or below a sort key, by binary search. */
function countReachedBounds(key: Key, bounds: Key[]) {
  let [low, high] = [0, bounds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(key, bounds[middle])) high = middle
    else low = middle + 1
  }
  return low
}

/** Compares ids byte by byte, as the database does. Ids are ASCII only. */
function isBelow(key: Key, bound: Key | undefined) {
  if (!bound) return true
  // Comparisons with NaN are false, so two unknown values are compared by id.
  return key.value < bound.value || (!(key.value > bound.value) && key.id < bound.id)
}

/**
 * Finds the last checkpoint (a position where a query can start) before a range of positions. Null
 * if the range contains listings with a known value in the sort column and listings with an unknown
 * one. No single query can read both groups.
 */
export function findCheckpoint(
  { bounds, counts }: Histogram,
  { start, end }: PositionRange,
  isDescending: boolean,
): Checkpoint | null {
  const first = counts.subarray(0, bounds.known.length + 1)
  const knownCount = sum(first)
  const isKnown = start < knownCount
  if (isKnown && end > knownCount) return null

  const keys = isKnown ? bounds.known : bounds.unknown
  const buckets = isKnown ? first : counts.subarray(first.length)
  let before = isKnown ? 0 : knownCount
  for (let at = 0; at < buckets.length; at++) {
    const bucket = isDescending ? buckets.length - 1 - at : at
    const count = buckets[bucket] ?? 0
    if (start < before + count) {
      return { isKnown, key: keys[isDescending ? bucket : bucket - 1], before }
    }
    before += count
  }
  return null
}

/** The buckets that contain a range of positions in the results of a search. */
export interface BucketRange {
  /** For each bucket of the histogram, 1 if it contains results of the range, otherwise 0. */
  contains: Uint8Array
  /** The number of results before the first of these buckets. */
  before: number
  /** The number of buckets from the first to the last. Counts the empty ones in between. */
  width: number
}

/**
 * Finds the buckets that contain a range of positions. Listings with an unknown value in the sort
 * column come last in both directions.
 */
export function findBuckets(
  { bounds, counts }: Histogram,
  { start, end }: PositionRange,
  isDescending: boolean,
): BucketRange {
  const contains = new Uint8Array(counts.length)
  const positions: number[] = []
  let [position, before] = [0, 0]
  for (const [at, bucket] of bucketsInOrder(bounds, isDescending).entries()) {
    const next = position + (counts[bucket] ?? 0)
    if (next > position && next > start && position < end) {
      if (positions.length === 0) before = position
      positions.push(at)
      contains[bucket] = 1
    }
    position = next
  }
  const [first = 0, last = first - 1] = [positions[0], positions.at(-1)]
  return { contains, before, width: last - first + 1 }
}

/** The indexes of the buckets in the order of a search. */
function bucketsInOrder({ known, unknown }: Bounds, isDescending: boolean) {
  const ofKnown = Array.from({ length: known.length + 1 }, (_, index) => index)
  const ofUnknown = Array.from({ length: unknown.length + 1 }, (_, at) => ofKnown.length + at)
  const groups = [ofKnown, ofUnknown]
  return groups.flatMap((group) => (isDescending ? group.reverse() : group))
}

/** The number of listings in all of the buckets. */
export function sum(counts: Uint32Array) {
  return counts.reduce((total, count) => total + count, 0)
}

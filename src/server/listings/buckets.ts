import { and, asc, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ListingSearch } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { lowestThat } from './binary-search.ts'
import { isOffered } from './offered.ts'

/**
 * The number of listings in a bucket, which is a section of the sorted catalogue. To find the
 * results of a page, only one or a few buckets are sorted.
 */
const BOUND_INTERVAL = 1024

/**
 * The columns by which listings can be sorted. Each column has a conversion to a number and back,
 * because `listing-columns.ts` holds the values in memory as numbers.
 */
export const ORDERINGS = {
  createdAt: {
    column: listings.createdAt,
    // The creation time in milliseconds since the epoch.
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
 * The bounds between buckets, in ascending order: the sort key of every 1024th listing
 * (`BOUND_INTERVAL`). `known` has the bounds among the listings whose value in the sort column is
 * known. `unknown` has the bounds among all other listings.
 */
export interface Bounds {
  known: Key[]
  unknown: Key[]
}

/**
 * The bounds of the buckets, and the number of listings in each bucket. A bucket contains the
 * listings between two neighbouring bounds. The first bucket contains the listings before the first
 * bound.
 */
interface Histogram {
  bounds: Bounds
  counts: Uint32Array
}

/** A range of positions in the sorted listings, counted from 0. `end` is excluded. */
export interface PositionRange {
  start: number
  end: number
}

/**
 * Divides the listings in a sort order into buckets, and returns the bounds between the buckets.
 * Uses many short index queries, so that other queries can run in between.
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

/** The index of a key's bucket in a {@link Histogram}. */
export function bucketOf(key: Key, { known, unknown }: Bounds) {
  return Number.isNaN(key.value)
    ? known.length + 1 + countReachedBounds(key, unknown)
    : countReachedBounds(key, known)
}

/** Counts the histogram bounds at or below a sort key. */
function countReachedBounds(key: Key, bounds: Key[]) {
  return lowestThat(bounds.length, (at) => {
    const bound = bounds[at]
    return !bound || isBelow(key, bound)
  })
}

/** Compares ids byte by byte, as the database does. Ids are ASCII only. */
function isBelow(key: Key, bound: Key) {
  // Comparisons with NaN are false, so two unknown values are compared by id.
  return key.value < bound.value || (!(key.value > bound.value) && key.id < bound.id)
}

/** The buckets that contain a range of positions in a search's results. */
interface BucketRange {
  /** The buckets that contain the results of the requested page, in the order of the search. */
  buckets: number[]
  /** How many results come before the first bucket of `buckets`. */
  before: number
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
  const buckets: number[] = []
  let [position, before] = [0, 0]
  for (const bucket of bucketsInOrder(bounds, isDescending)) {
    const next = position + (counts[bucket] ?? 0)
    if (next > position && next > start && position < end) {
      if (buckets.length === 0) before = position
      buckets.push(bucket)
    }
    position = next
  }
  return { buckets, before }
}

/**
 * The indexes of all buckets in the sort order of a search. Buckets with unknown values come last.
 */
function bucketsInOrder({ known, unknown }: Bounds, isDescending: boolean) {
  const ofKnown = Array.from({ length: known.length + 1 }, (_, index) => index)
  const ofUnknown = Array.from({ length: unknown.length + 1 }, (_, at) => ofKnown.length + at)
  const groups = [ofKnown, ofUnknown]
  return groups.flatMap((group) => (isDescending ? group.reverse() : group))
}

/**
 * Sorts the keys of one bucket by value and then by id. The values of a bucket are either all known
 * or all unknown. Keys with unknown values are sorted by id only.
 */
export function sortBucket(keys: Key[], isDescending: boolean) {
  const sign = isDescending ? -1 : 1
  return keys.sort((one, other) => (isBelow(one, other) ? -sign : sign))
}

export function sum(counts: Uint32Array) {
  return counts.reduce((total, count) => total + count, 0)
}

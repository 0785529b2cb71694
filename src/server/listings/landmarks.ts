import { and, asc, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { ListingSearch } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { isOffered } from './offered.ts'

/** The number of listings between two bounds when they are chosen. */
const BETWEEN = 1024

/** The sort columns, and conversions to and from the numbers that memory holds for them. */
export const ORDERINGS = {
  createdAt: {
    column: listings.createdAt,
    // Milliseconds since the epoch.
    toNumber: sql<number>`(extract(epoch from ${listings.createdAt}) * 1000)::float8`,
    fromNumber: (number: number) => sql.param(new Date(number), listings.createdAt),
  },
  sale_price: {
    column: listings.priceCents,
    toNumber: sql<number>`${listings.priceCents}::float8`,
    fromNumber: (number: number) => sql.param(number, listings.priceCents),
  },
}
export type Order = Pick<ListingSearch, 'sort_by' | 'sort_order'>

/** A listing's sort key in an ascending order. */
export interface Key {
  /** NaN stands for an unknown value, which comes last in every order. */
  value: number
  id: string
}

/** Sort keys at even distances in ascending order, for known and for unknown values. */
export interface Bounds {
  known: Key[]
  unknown: Key[]
}

/** How many listings lie before the first known bound, from there to the second, and so on. */
export interface Histogram {
  bounds: Bounds
  counts: Uint32Array
}

/** A position in a sort order from which a query can start, shortly before the wanted page. */
export interface Landmark {
  /** Whether the values from here on are known, or all unknown. */
  isKnown: boolean
  /** Lower bound (inclusive) if ascending, upper (exclusive) if descending; undefined for none. */
  key: Key | undefined
  /** Number of listings before it. */
  before: number
}

/** A range of places in an order, from 0. It excludes `end`. */
export interface Places {
  start: number
  end: number
}

/** Chooses bounds with many short index queries, so that other queries can run in between. */
export async function readBounds(db: Database, order: Order['sort_by']): Promise<Bounds> {
  const { column, toNumber, fromNumber } = ORDERINGS[order]
  /** The last of the next {@link BETWEEN} listings. */
  async function next(condition: SQL | undefined): Promise<Key | undefined> {
    const [key] = await db
      .select({ value: sql<number | null>`${toNumber}`, id: listings.id })
      .from(listings)
      .where(and(isOffered, condition))
      .orderBy(asc(column), asc(listings.id))
      .limit(1)
      .offset(BETWEEN - 1)
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

/** The condition for the listings after a landmark. */
export function following({ isKnown, key }: Landmark, { sort_by, sort_order }: Order) {
  const { column, fromNumber } = ORDERINGS[sort_by]
  const follows = sql.raw(sort_order === 'asc' ? '>=' : '<')
  if (!isKnown) return and(isNull(column), key && sql`${listings.id} ${follows} ${key.id}`)
  return key && sql`(${column}, ${listings.id}) ${follows} (${fromNumber(key.value)}, ${key.id})`
}

/** The index of a key's bucket in a {@link Histogram}. */
export function bucketOf(key: Key, { known, unknown }: Bounds) {
  return Number.isNaN(key.value) ? known.length + 1 + reached(key, unknown) : reached(key, known)
}

/** The number of bounds that are not above the key. */
function reached(key: Key, bounds: Key[]) {
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
  // Comparing two NaN values is always false, so the ids decide.
  return key.value < bound.value || (!(key.value > bound.value) && key.id < bound.id)
}

/** The last landmark before a range; null if the range has both known and unknown values. */
export function findLandmark(
  { bounds, counts }: Histogram,
  { start, end }: Places,
  isDescending: boolean,
): Landmark | null {
  const first = counts.subarray(0, bounds.known.length + 1)
  const knownCount = first.reduce((sum, count) => sum + count, 0)
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

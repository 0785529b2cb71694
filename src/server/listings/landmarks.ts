import { and, asc, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { ListingSearch } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { isOffered } from './offered.ts'

/** How many listings lie between two bounds when those are chosen. */
const BETWEEN = 1024

/** What searches are ordered by, and the numbers that stand for its values in memory. */
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

/** By which a listing stands where it does in an ascending order. */
export interface Key {
  /** NaN for what is unknown, which comes last in every order. */
  value: number
  id: string
}

/** Keys at even distances in an ascending order: of listings whose value is known, and of the others. */
export interface Bounds {
  known: Key[]
  unknown: Key[]
}

/** How many listings lie between bounds: before the first known one, from there to the second, and so on. */
export interface Histogram {
  bounds: Bounds
  counts: Uint32Array
}

/** Where an order can be entered shortly before a place in it. */
export interface Landmark {
  /** Whether what follows is known, or all of it unknown. */
  isKnown: boolean
  /** With which that begins where the order ascends, and before which where it descends; all of it if undefined. */
  key: Key | undefined
  /** How many come before. */
  before: number
}

/** Places in an order, the first being 0, and `end` no longer among them. */
export interface Places {
  start: number
  end: number
}

/** Chooses bounds by many short looks into an index, between which others have their turn. */
export async function readBounds(db: Database, order: Order['sort_by']): Promise<Bounds> {
  const { column, toNumber, fromNumber } = ORDERINGS[order]
  /** The listing that comes so many after others. */
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

/** What follows a landmark in an order. */
export function following({ isKnown, key }: Landmark, { sort_by, sort_order }: Order) {
  const { column, fromNumber } = ORDERINGS[sort_by]
  const follows = sql.raw(sort_order === 'asc' ? '>=' : '<')
  if (!isKnown) return and(isNull(column), key && sql`${listings.id} ${follows} ${key.id}`)
  return key && sql`(${column}, ${listings.id}) ${follows} (${fromNumber(key.value)}, ${key.id})`
}

/** The place of a key in the counts of a {@link Histogram}. */
export function bucketOf(key: Key, { known, unknown }: Bounds) {
  return Number.isNaN(key.value) ? known.length + 1 + reached(key, unknown) : reached(key, known)
}

/** How many of the bounds are no higher than the key. */
function reached(key: Key, bounds: Key[]) {
  let [low, high] = [0, bounds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(key, bounds[middle])) high = middle
    else low = middle + 1
  }
  return low
}

/** Ids are compared as the database compares them, byte by byte: there is no other text in them than ASCII. */
function isBelow(key: Key, bound: Key | undefined) {
  if (!bound) return true
  // Where both are unknown, neither is below the other.
  return key.value < bound.value || (!(key.value > bound.value) && key.id < bound.id)
}

/** The last landmark before some places; null where only some of what stands there is known. */
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

import type { ListingSearch } from '#contract/listings.ts'
import { lowestThat } from './binary-search.ts'

/**
 * A bucket is a section of the sorted catalogue, with about this many listings. To find the results
 * of a page, only one or a few buckets are sorted.
 */
const BUCKET_SIZE = 1024

export type Order = Pick<ListingSearch, 'sort_by' | 'sort_order'>

/** A listing's sort key: its value in the sort column, and its id. */
export interface Key {
  /** NaN stands for an unknown value, which comes last in every order. */
  value: number
  id: string
}

/**
 * The bounds between buckets, in ascending order. `known` has the bounds among the listings whose
 * value in the sort column is known. `unknown` has the bounds among all other listings.
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
 * Chooses the bounds between buckets from the keys of a sample, for which one of every `interval`
 * listings was taken.
 */
export function chooseBounds(sample: Key[], interval: number): Bounds {
  const step = Math.max(1, Math.round(BUCKET_SIZE / interval))
  const known = sample.filter(({ value }) => !Number.isNaN(value))
  const unknown = sample.filter(({ value }) => Number.isNaN(value))
  const everyStep = (keys: Key[]) =>
    sortBucket(keys, false).filter((_, at) => at % step === step - 1)
  return { known: everyStep(known), unknown: everyStep(unknown) }
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

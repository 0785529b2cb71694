/** Of so many values one is looked at to choose bounds. */
const SAMPLED = 64
const MOST_BOUNDS = 1024

/**
 * Values in ascending order that part all others into about equal numbers, as far as those are not
 * the same; NaN, which stands for what is unknown, is left out.
 */
export function chooseBounds(parts: Float64Array[]) {
  const sample = parts.flatMap((values) => [
    ...values.filter((value, index) => index % SAMPLED === 0 && !Number.isNaN(value)),
  ])
  const sorted = Float64Array.from(sample).sort()
  const step = Math.ceil(sorted.length / MOST_BOUNDS)
  return sorted.filter((value, index) => index % step === 0 && value !== sorted[index - step])
}

/** For each value how many of the bounds it has reached; one more than there are for what is unknown. */
export function toBuckets(values: Float64Array, bounds: Float64Array) {
  return Uint16Array.from(values, (value) => bucketOf(value, bounds))
}

function bucketOf(value: number, bounds: Float64Array) {
  if (Number.isNaN(value)) return bounds.length + 1
  let [low, high] = [0, bounds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value >= (bounds[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** How many listings lie between bounds. */
export interface Histogram {
  bounds: Float64Array
  /** Of each bucket. */
  counts: Uint32Array
}

/** Where an order can be entered shortly before a place in it. */
export interface Landmark {
  /**
   * What follows has this value or a higher one where the order ascends, a lower one where it
   * descends; null where it is unknown.
   */
  value: number | null
  /** How many come before. */
  before: number
}

/** Places in an order, the first being 0, and `end` no longer among them. */
export interface Places {
  start: number
  end: number
}

/** The last landmark before some places; null where there is none, or only some of them are unknown. */
export function findLandmark(
  { bounds, counts }: Histogram,
  { start, end }: Places,
  isDescending: boolean,
): Landmark | null {
  const known = counts.subarray(0, bounds.length + 1)
  const knownCount = known.reduce((sum, count) => sum + count, 0)
  if (start >= knownCount) return { value: null, before: knownCount }
  if (end > knownCount) return null

  let before = 0
  for (let at = 0; at < known.length; at++) {
    const bucket = isDescending ? known.length - 1 - at : at
    const count = known[bucket] ?? 0
    if (start < before + count) {
      const value = bounds[isDescending ? bucket : bucket - 1]
      return value === undefined ? null : { value, before }
    }
    before += count
  }
  return null
}

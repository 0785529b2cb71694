import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketOf, findBuckets, type Key, sortBucket } from '#search/buckets.ts'

const BETWEEN = 8

/** As in real listings, many values are equal and some are unknown (NaN). */
const anyKeys = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.nat(9) }, fc.constant(Number.NaN)), { maxLength: 400 })
  .map((values) =>
    values.map((value, index): Key => ({ value, id: `h${(index * 7919) % values.length}` })),
  )

/** Sorts keys as the database does. Returns keys with known and with unknown values separately. */
function inOrder(keys: Key[], isDescending: boolean) {
  const sorted = (some: Key[]) =>
    some.toSorted((one, other) => one.value - other.value || (one.id < other.id ? -1 : 1))
  const known = sorted(keys.filter(({ value }) => !Number.isNaN(value)))
  const unknown = sorted(keys.filter(({ value }) => Number.isNaN(value)))
  return isDescending
    ? { known: known.toReversed(), unknown: unknown.toReversed() }
    : { known, unknown }
}

function histogramOf(keys: Key[]) {
  const { known, unknown } = inOrder(keys, false)
  const isBound = (_: Key, index: number) => index % BETWEEN === BETWEEN - 1
  const bounds = { known: known.filter(isBound), unknown: unknown.filter(isBound) }
  const counts = new Uint32Array(bounds.known.length + bounds.unknown.length + 2)
  for (const key of keys) {
    const bucket = bucketOf(key, bounds)
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return { bounds, counts }
}

test('the search in memory finds the requested page by sorting only a few buckets of keys, in either sort direction', () => {
  fc.assert(
    fc.property(anyKeys, fc.boolean(), fc.nat(), fc.nat(30), (keys, isDescending, at, limit) => {
      const { known, unknown } = inOrder(keys, isDescending)
      const start = at % (keys.length + 10)
      const { bounds, counts } = histogramOf(keys)
      const range = { start, end: start + limit }
      const { buckets, before } = findBuckets({ bounds, counts }, range, isDescending)
      const sorted = buckets.flatMap((bucket) =>
        sortBucket(
          keys.filter((key) => bucketOf(key, bounds) === bucket),
          isDescending,
        ),
      )
      expect(sorted.slice(start - before, start - before + limit)).toEqual(
        [...known, ...unknown].slice(start, start + limit),
      )
      expect(sorted.length).toBeLessThan(limit + 2 * BETWEEN + 1)
    }),
    { numRuns: 1000 },
  )
})

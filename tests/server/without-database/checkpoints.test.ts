import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bucketOf,
  type Checkpoint,
  findCheckpoint,
  type Key,
} from '#server/listings/checkpoints.ts'

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

/**
 * Returns the rows after a checkpoint, as the database does. A checkpoint is a position before the
 * wanted page.
 */
function afterCheckpoint(keys: Key[], { key }: Checkpoint, isDescending: boolean) {
  if (!key) return keys
  const isBelow = ({ value, id }: Key) => value < key.value || (!(value > key.value) && id < key.id)
  return keys.filter((other) => isBelow(other) === isDescending)
}

test('a checkpoint (a position where a query can start) lies at most a few rows before the wanted page, in either sort direction', () => {
  fc.assert(
    fc.property(anyKeys, fc.boolean(), fc.nat(), (keys, isDescending, at) => {
      fc.pre(keys.length > 0)
      const { known, unknown } = inOrder(keys, isDescending)
      const start = at % keys.length
      const checkpoint = findCheckpoint(histogramOf(keys), { start, end: start + 1 }, isDescending)
      const isKnown = start < known.length
      expect(checkpoint).toMatchObject({ isKnown })
      if (!checkpoint) return
      const [first, some] = isKnown ? [0, known] : [known.length, unknown]
      expect(afterCheckpoint(some, checkpoint, isDescending)).toEqual(
        some.slice(checkpoint.before - first),
      )
      expect(checkpoint.before).toBeLessThanOrEqual(start)
      expect(start - checkpoint.before).toBeLessThanOrEqual(BETWEEN)
    }),
    { numRuns: 1000 },
  )
})

test('a page with both known and unknown values has no checkpoint', () => {
  const keys = [3, 1, 2, Number.NaN].map((value) => ({ value, id: `h${value}` }))
  const find = (start: number, end: number) =>
    findCheckpoint(histogramOf(keys), { start, end }, false)
  expect(find(1, 4)).toBeNull()
  expect(find(1, 3)).toMatchObject({ isKnown: true })
  expect(find(3, 4)).toEqual({ isKnown: false, key: undefined, before: 3 })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseBounds, findLandmark, toBuckets } from '#server/landmarks.ts'

/** As orders have them: many the same, and some unknown. */
const anyValues = fc
  .record({
    values: fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat(300) }, fc.constant(Number.NaN)), {
      minLength: 1,
      maxLength: 3000,
    }),
    isDescending: fc.boolean(),
  })
  .map(({ values, isDescending }) => {
    const way = isDescending ? -1 : 1
    const known = values.filter((value) => !Number.isNaN(value)).sort((a, b) => way * (a - b))
    return { values, isDescending, known }
  })

/** The values in two parts, as they are kept. */
function histogramOf(values: number[]) {
  const parts = [Float64Array.from(values.slice(0, 1000)), Float64Array.from(values.slice(1000))]
  const bounds = chooseBounds(parts)
  const counts = new Uint32Array(bounds.length + 2)
  for (const part of parts) {
    for (const bucket of toBuckets(part, bounds)) counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return { bounds, counts }
}

test('as many as a landmark says come before what follows it, and no place it is for does', () => {
  fc.assert(
    fc.property(anyValues, fc.nat(3000), ({ values, isDescending, known }, at) => {
      const start = at % values.length
      const places = { start, end: start + 1 }
      const landmark = findLandmark(histogramOf(values), places, isDescending)
      if (!landmark) return
      const { value, before } = landmark
      expect(before).toBeLessThanOrEqual(start)
      const follows = (other: number) =>
        value !== null && (isDescending ? other < value : other >= value)
      expect(before).toBe(value === null ? known.length : known.findIndex(follows))
    }),
    { numRuns: 300 },
  )
})

test('little lies between a place and its landmark', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_000)
  const histogram = histogramOf(values)
  for (const isDescending of [false, true]) {
    for (let start = 2000; start < values.length - 2000; start += 997) {
      const landmark = findLandmark(histogram, { start, end: start + 20 }, isDescending)
      expect(start - (landmark?.before ?? 0)).toBeLessThan(1000)
    }
  }
})

test('there is none for places of which only some are unknown', () => {
  const values = [...Array.from({ length: 500 }, (_, value) => value), Number.NaN, Number.NaN]
  const histogram = histogramOf(values)
  expect(findLandmark(histogram, { start: 490, end: 501 }, false)).toBeNull()
  expect(findLandmark(histogram, { start: 500, end: 502 }, false)).toEqual({
    value: null,
    before: 500,
  })
})

import { expect, test } from 'vitest'
import { changeOf } from './change.ts'
import { type Measurement, medianOf } from './measurement.ts'

function paint(...repeats: number[]): Measurement {
  return { what: 'First paint', unit: 'ms', ...medianOf(repeats) }
}

function size(value: number): Measurement {
  return { what: 'JavaScript', unit: 'kB', value }
}

test('a time is worse if it grows by more than its noise (the range of its repeats), and better if it shrinks by more than its noise', () => {
  expect(changeOf(paint(930, 940, 950), paint(900, 910, 915)).verdict).toBe('WORSE')
  expect(changeOf(paint(900, 910, 915), paint(930, 940, 950)).verdict).toBe('better')
})

test('a measured time that changes by less than its noise counts as neither better nor worse', () => {
  const change = changeOf(paint(930, 940, 990), paint(900, 910, 915))
  expect(change).toEqual({ difference: 30, verdict: '' })
})

test('a time measured only once counts as neither better nor worse, because its noise is unknown', () => {
  expect(changeOf(paint(2000), paint(900)).verdict).toBe('')
})

test('a size that grows by any amount counts as worse, because the same code always gives the same size', () => {
  expect(changeOf(size(99.1), size(99)).verdict).toBe('WORSE')
  expect(changeOf(size(99), size(99)).verdict).toBe('')
})

test('a higher rate per second is better', () => {
  const rate = (...repeats: number[]): Measurement => ({
    what: 'Search',
    unit: 'requests/s',
    ...medianOf(repeats),
  })
  expect(changeOf(rate(1000, 1010), rate(900, 910)).verdict).toBe('better')
  expect(changeOf(rate(900, 910), rate(1000, 1010)).verdict).toBe('WORSE')
})

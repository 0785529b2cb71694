import { expect, test } from 'vitest'
import { changeOf } from './change.ts'
import { type Measurement, medianOf } from './measurement.ts'

function paint(...repeats: number[]): Measurement {
  return { what: 'First paint', unit: 'ms', ...medianOf(repeats) }
}

function size(value: number): Measurement {
  return { what: 'JavaScript', unit: 'kB', value }
}

test('the benchmark calls a time worse or better if the change is larger than the differences between repeated measurements', () => {
  expect(changeOf(paint(930, 940, 950), paint(900, 910, 915)).verdict).toBe('WORSE')
  expect(changeOf(paint(900, 910, 915), paint(930, 940, 950)).verdict).toBe('better')
})

test('a time counts as neither better nor worse if the change is smaller than the differences between repeated measurements', () => {
  const change = changeOf(paint(930, 940, 990), paint(900, 910, 915))
  expect(change).toEqual({ difference: 30, verdict: '' })
})

test('a time that was measured only once counts as neither better nor worse, because there are no repeated measurements to compare', () => {
  expect(changeOf(paint(2000), paint(900)).verdict).toBe('')
})

test('a code size that grows by any amount counts as worse, because the same code always has the same size', () => {
  expect(changeOf(size(99.1), size(99)).verdict).toBe('WORSE')
  expect(changeOf(size(99), size(99)).verdict).toBe('')
})

test('when two runs of the benchmark are compared, more requests per second count as better', () => {
  const rate = (...repeats: number[]): Measurement => ({
    what: 'Search',
    unit: 'requests/s',
    ...medianOf(repeats),
  })
  expect(changeOf(rate(1000, 1010), rate(900, 910)).verdict).toBe('better')
  expect(changeOf(rate(900, 910), rate(1000, 1010)).verdict).toBe('WORSE')
})

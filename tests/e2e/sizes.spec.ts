import { expect, test } from '@playwright/test'
import { measureSizes } from '#tests/bench/sizes.ts'

/**
 * What is over its budget may not grow further; kB. Chunks name each other by digests, which compress
 * now better, now worse: the same code is up to a tenth of a kilobyte more or less.
 */
const OVER_BUDGET: Record<string, number> = {
  'JavaScript of /free-preview, brotli': 112.9,
  'JavaScript of /login, brotli': 111,
}

test('no page needs more code than its budget, and neither do the worker and what it keeps', () => {
  const sizes = measureSizes()
  expect(sizes.map(({ what }) => what)).toEqual(expect.arrayContaining(Object.keys(OVER_BUDGET)))
  for (const { what, value, atMost = 0 } of sizes) {
    expect.soft(value, `${what}, in kB`).toBeGreaterThan(0)
    expect.soft(value, `${what}, in kB`).toBeLessThanOrEqual(OVER_BUDGET[what] ?? atMost)
  }
})

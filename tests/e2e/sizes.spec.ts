import { expect, test } from '@playwright/test'
import { measureSizes } from '#tests/bench/sizes.ts'

/**
 * Upper limits in kB for sizes that are over their budget, so that these sizes do not grow further.
 * The same code varies by up to a tenth of a kilobyte between builds, because chunks contain each
 * other's hashes, and each build's hashes compress differently.
 */
const CEILINGS: Record<string, number> = {
  'JavaScript of /free-preview, brotli': 121,
  'JavaScript of /listings, brotli': 123.6,
  'JavaScript of /login, brotli': 116.5,
  // These pages start without Chakra, which would add 35 kB.
  'JavaScript of /favorites, brotli': 147.2,
  'JavaScript of /register, brotli': 137,
  Precache: 1246,
}

test('the code of each page, the worker and the precache stay within their budgets', () => {
  const sizes = measureSizes()
  expect(sizes.map(({ what }) => what)).toEqual(expect.arrayContaining(Object.keys(CEILINGS)))
  for (const { what, value, atMost = 0 } of sizes) {
    expect.soft(value, `${what}, in kB`).toBeGreaterThan(0)
    expect.soft(value, `${what}, in kB`).toBeLessThanOrEqual(CEILINGS[what] ?? atMost)
  }
})

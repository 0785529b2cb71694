import { expect, test } from '@playwright/test'
import { measureSizes } from '#tests/bench/sizes.ts'

/**
 * Limits in kB for the sizes that exceed their budget, so that these sizes do not grow further.
 * Each limit is about 1 kB above the last measured size. Sizes vary between two builds, because
 * chunks contain each other's hashes.
 */
const CEILINGS: Record<string, number> = {
  'JavaScript of /free-preview, brotli': 124.2,
  'JavaScript of /listings, brotli': 127,
  'JavaScript of /login, brotli': 119.5,
  // `/favorites` and `/register` start without Chakra, which would add 35 kB.
  'JavaScript of /favorites, brotli': 151.5,
  'JavaScript of /register, brotli': 139,
  'Precache, brotli': 485,
}

test('the worker, the precache and the code of each page stay within their size budgets', () => {
  const sizes = measureSizes()
  expect(sizes.map(({ what }) => what)).toEqual(expect.arrayContaining(Object.keys(CEILINGS)))
  for (const { what, value, atMost = 0 } of sizes) {
    expect.soft(value, `${what}, in kB`).toBeGreaterThan(0)
    expect.soft(value, `${what}, in kB`).toBeLessThanOrEqual(CEILINGS[what] ?? atMost)
  }
})

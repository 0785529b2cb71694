import { expect, test } from '@playwright/test'
import { measureSizes } from '#tests/bench/sizes.ts'

/**
 * These limits in kB keep sizes that are over their budget from growing further. Between two builds
 * of the same code, a size varies by up to 0.1 kB, because chunks contain each other's hashes.
 */
const CEILINGS: Record<string, number> = {
  'JavaScript of /free-preview, brotli': 122.4,
  'JavaScript of /listings, brotli': 125.2,
  'JavaScript of /login, brotli': 117.7,
  // `/favorites` and `/register` start without Chakra, which would add 35 kB.
  'JavaScript of /favorites, brotli': 149.2,
  'JavaScript of /register, brotli': 137.5,
  'Precache, brotli': 470,
}

test('the code of each page, the worker and the precache stay within their budgets', () => {
  const sizes = measureSizes()
  expect(sizes.map(({ what }) => what)).toEqual(expect.arrayContaining(Object.keys(CEILINGS)))
  for (const { what, value, atMost = 0 } of sizes) {
    expect.soft(value, `${what}, in kB`).toBeGreaterThan(0)
    expect.soft(value, `${what}, in kB`).toBeLessThanOrEqual(CEILINGS[what] ?? atMost)
  }
})

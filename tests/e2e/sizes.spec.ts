import { expect, test } from '@playwright/test'
import { measureSizes } from '#tests/bench/sizes.ts'

/**
 * Limits in kB that are stricter than the budgets. `/favorites` and `/register` start without
 * Chakra, which would add 35 kB. The precache is far below its budget.
 */
const CEILINGS: Record<string, number> = {
  'JavaScript of /favorites, brotli': 165,
  'JavaScript of /register, brotli': 150,
  'Precache, brotli': 690,
}

test('the service worker, the precache and the code of each page stay within their size budgets', () => {
  const sizes = measureSizes()
  expect(sizes.map(({ what }) => what)).toEqual(expect.arrayContaining(Object.keys(CEILINGS)))
  for (const { what, value, atMost = 0 } of sizes) {
    expect.soft(value, `${what}, in kB`).toBeGreaterThan(0)
    expect.soft(value, `${what}, in kB`).toBeLessThanOrEqual(CEILINGS[what] ?? atMost)
  }
})

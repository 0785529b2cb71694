import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageWindow } from '#client/features/search/page-window.ts'

test.each([
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 4, 5, 6, 7]],
  [10, 20, [7, 8, 9, 10, 11, 12, 13]],
  [19, 20, [14, 15, 16, 17, 18, 19, 20]],
])('on page %i of %i, the pagination links to the pages %o', (page, totalPages, numbers) => {
  expect(pageWindow(page, totalPages)).toEqual(numbers)
})

test('the pagination has at most seven links, all to existing pages, and one of them is the current page', () => {
  const pages = fc
    .integer({ min: 1, max: 500_000 })
    .chain((total) => fc.tuple(fc.integer({ min: 1, max: total }), fc.constant(total)))
  fc.assert(
    fc.property(pages, ([page, totalPages]) => {
      const numbers = pageWindow(page, totalPages)
      expect(numbers.length).toBe(Math.min(7, totalPages))
      expect(numbers).toContain(page)
      expect(numbers[0]).toBeGreaterThanOrEqual(1)
      expect(numbers.at(-1)).toBeLessThanOrEqual(totalPages)
      expect(new Set(numbers).size).toBe(numbers.length)
    }),
  )
})

import { expect, test } from 'vitest'
import { RANGES, rangeProblem, readDraft, toDraft } from '#client/features/listings/filter-draft.ts'
import { countFilters } from '#client/features/listings/filters.ts'

const nothing = toDraft({})
const [prices, , , years] = RANGES

test('filter values may be typed in the ways people write them', () => {
  expect(
    readDraft({ ...nothing, priceMin: '$20,000', priceMax: '５００００', areaMin: ' 80.5 ' }),
  ).toMatchObject({ priceMin: 20_000, priceMax: 50_000, areaMin: 80.5 })
})

test('a price uses the currency of its sign, or else the currency of the form', () => {
  const read = (priceMin: string, priceMax: string) => {
    const {
      priceMin: min,
      priceMax: max,
      currency,
    } = readDraft({ ...nothing, priceMin, priceMax }, 'EUR')
    return { min, max, currency }
  }
  expect(read('', '300万')).toEqual({ max: 3_000_000, currency: 'JPY' })
  expect(read('¥3M', '5,000,000円')).toEqual({ min: 3_000_000, max: 5_000_000, currency: 'JPY' })
  expect(read('20k', '')).toEqual({ min: 20_000, currency: 'EUR' })
  // Dollars are the default, which the URL leaves out.
  expect(read('', '$20k')).toEqual({ max: 20_000 })
  const mixed = { ...nothing, priceMin: '¥3M', priceMax: '20k' }
  expect(rangeProblem(mixed, prices, 'EUR')?.error).toBe('Enter both prices in one currency')
})

test("a price in a currency other than the form's is written with its sign", () => {
  expect(toDraft({ priceMax: 3_000_000, currency: 'JPY' }, 'EUR').priceMax).toBe('¥3,000,000')
  expect(toDraft({ priceMax: 20_000 }, 'EUR').priceMax).toBe('$20,000')
  expect(toDraft({ priceMax: 20_000, currency: 'EUR' }, 'EUR').priceMax).toBe('20000')
  expect(toDraft({ priceMax: 20_000 }).priceMax).toBe('20000')
})

test('an empty or unreadable value is no filter', () => {
  expect(readDraft({ ...nothing, priceMin: 'cheap', city: '  ', landAreaMax: '-3' })).toEqual(
    readDraft(nothing),
  )
})

test('an impossible or unreadable range is marked while it is typed', () => {
  const problem = (priceMin: string, priceMax: string) =>
    rangeProblem({ ...nothing, priceMin, priceMax }, prices)?.error
  expect(problem('', '')).toBeUndefined()
  expect(problem('100', '100')).toBeUndefined()
  expect(problem('101', '')).toBeUndefined()
  expect(problem('101', '100')).toMatch(/minimum is above the maximum/)
  for (const text of ['cheap', '-1', '1000000001', '9'.repeat(21)]) {
    expect(problem(text, '')).toBe(
      'Enter an amount up to 1,000,000,000, such as 3M, 3,000,000, 300万, ¥3M or $20k',
    )
  }
  const halfYear = { ...nothing, constructionYearMin: '1980.5' }
  expect(rangeProblem(halfYear, years)?.error).toBe('Enter whole numbers from 0 to 2100')
  const turned = { ...nothing, constructionYearMin: '1990', constructionYearMax: '1980' }
  expect(rangeProblem(turned, years)?.error).toMatch(/minimum is above the maximum/)
})

test('only the wrong end of a range is marked', () => {
  const wrong = (priceMin: string, priceMax: string) =>
    rangeProblem({ ...nothing, priceMin, priceMax }, prices)?.wrong
  expect(wrong('100', 'cheap')).toEqual(['priceMax'])
  expect(wrong('cheap', '100')).toEqual(['priceMin'])
  expect(wrong('cheap', 'cheaper')).toEqual(['priceMin', 'priceMax'])
  expect(wrong('101', '100')).toEqual(['priceMin', 'priceMax'])
})

test('a range counts as one filter, and the sort order as none', () => {
  expect(countFilters({ sort: 'oldest', page: 3, pageSize: 40 })).toBe(0)
  expect(countFilters({ prefecture: 'hyogo', priceMin: 0, priceMax: 100, areaMax: 90 })).toBe(3)
})

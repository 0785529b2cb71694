import { describe, expect, test, vi } from 'vitest'
import {
  legendOf,
  type Own,
  RANGES,
  rangeProblem,
  readDraft,
  toDraft,
} from '#client/features/search/filter-draft.ts'
import { countFilters } from '#client/features/search/filters.ts'

const nothing = toDraft({})
const [prices, building, land, years] = RANGES
const EUROS: Own = { currency: 'EUR', areaUnit: 'm2' }
const TSUBO: Own = { currency: 'USD', areaUnit: 'tsubo' }
const FEET: Own = { currency: 'USD', areaUnit: 'sqft' }

test('in the filter form, numbers may contain currency signs, thousands separators, full-width digits and spaces', () => {
  expect(
    readDraft({ ...nothing, priceMin: '$20,000', priceMax: '５００００', areaMin: ' 80.5 ' }),
  ).toMatchObject({ priceMin: 20_000, priceMax: 50_000, areaMin: 80.5 })
})

test('a price typed with a currency sign is in that currency, and a price without one is in the currency of the filter form', () => {
  const read = (priceMin: string, priceMax: string) => {
    const {
      priceMin: min,
      priceMax: max,
      currency,
    } = readDraft({ ...nothing, priceMin, priceMax }, EUROS)
    return { min, max, currency }
  }
  expect(read('', '300万')).toEqual({ max: 3_000_000, currency: 'JPY' })
  expect(read('¥3M', '5,000,000円')).toEqual({ min: 3_000_000, max: 5_000_000, currency: 'JPY' })
  expect(read('20k', '')).toEqual({ min: 20_000, currency: 'EUR' })
  // Dollars are the default, which the URL leaves out.
  expect(read('', '$20k')).toEqual({ max: 20_000 })
  const mixed = { ...nothing, priceMin: '¥3M', priceMax: '20k' }
  expect(rangeProblem(mixed, prices, EUROS)?.error).toBe('Enter both prices in one currency')
})

test('the filter form shows a price in another currency with its currency sign', () => {
  expect(toDraft({ priceMax: 3_000_000, currency: 'JPY' }, EUROS).priceMax).toBe('¥3,000,000')
  expect(toDraft({ priceMax: 20_000 }, EUROS).priceMax).toBe('$20,000')
  expect(toDraft({ priceMax: 20_000, currency: 'EUR' }, EUROS).priceMax).toBe('20000')
  expect(toDraft({ priceMax: 20_000 }).priceMax).toBe('20000')
})

test('in the filter form, a person types areas in their own unit, and the URL stores them in square metres', () => {
  const read = (areaMin: string, own: Own) => readDraft({ ...nothing, areaMin }, own).areaMin
  expect(read('30', TSUBO)).toBe(99.17)
  expect(read('1,000', FEET)).toBe(92.9)
  expect(read('80.5', EUROS)).toBe(80.5)
  expect(toDraft({ areaMin: 99.17, landAreaMax: 330.58 }, TSUBO)).toMatchObject({
    areaMin: '30',
    landAreaMax: '100',
  })
  expect(toDraft({ areaMin: 92.9 }, FEET).areaMin).toBe('1000')
  expect(toDraft({ areaMin: 80.5 }).areaMin).toBe('80.5')
  expect(legendOf(building, TSUBO)).toBe('Building area (tsubo)')
  expect(legendOf(land, FEET)).toBe('Land area (sq ft)')
  expect(legendOf(land, EUROS)).toBe('Land area (m²)')
  expect(legendOf(years, FEET)).toBe('Construction year')
})

test('in the filter form, an area typed in tsubo or square feet stays the same after its conversion to square metres and back', () => {
  for (const own of [TSUBO, FEET]) {
    for (let typed = 0; typed <= 3000; typed++) {
      const areaMax = String(typed)
      expect(toDraft(readDraft({ ...nothing, areaMax }, own), own).areaMax).toBe(areaMax)
    }
  }
})

test('the filter form does not change an area in the URL if nobody edits it', () => {
  // 80 m² are 861.1 square feet, and 861 square feet are 79.99 m².
  const applied = { areaMax: 80 }
  const draft = toDraft(applied, FEET)
  expect(draft.areaMax).toBe('861')
  expect(readDraft({ ...draft, floorPlan: '4LDK' }, FEET, applied).areaMax).toBe(80)
  expect(readDraft({ ...draft, areaMax: '862' }, FEET, applied).areaMax).toBe(80.08)
  expect(readDraft({ ...draft, areaMax: '' }, FEET, applied).areaMax).toBeUndefined()
})

test("the message about an area outside the allowed range states the range in the person's unit", () => {
  const problem = (landAreaMin: string, own: Own) =>
    rangeProblem({ ...nothing, landAreaMin }, land, own)?.error
  expect(problem('99999999', FEET)).toBeUndefined()
  expect(problem('99999999', TSUBO)).toBe('Enter numbers from 0 to 30,250,000')
  expect(problem('large', TSUBO)).toBe('Enter numbers from 0 to 30,250,000')
  expect(problem('-1', FEET)).toBe('Enter numbers from 0 to 1,076,391,041')
})

test('an empty or unreadable value in the filter form sets no filter', () => {
  expect(readDraft({ ...nothing, priceMin: 'cheap', city: '  ', landAreaMax: '-3' })).toEqual(
    readDraft(nothing),
  )
})

test('the filter form marks an impossible or unreadable range while the person types it', () => {
  const problem = (priceMin: string, priceMax: string) =>
    rangeProblem({ ...nothing, priceMin, priceMax }, prices)?.error
  expect(problem('', '')).toBeUndefined()
  expect(problem('100', '100')).toBeUndefined()
  expect(problem('101', '')).toBeUndefined()
  expect(problem('101', '100')).toMatch(/minimum is above the maximum/)
  for (const text of ['cheap', '-1', '1000000001', '9'.repeat(21)]) {
    expect(problem(text, '')).toBe(
      'Enter an amount up to 1,000,000,000, such as 20k, $1,500,000 or 300万',
    )
  }
  const halfYear = { ...nothing, constructionYearMin: '1980.5' }
  expect(rangeProblem(halfYear, years)?.error).toBe('Enter whole numbers from 0 to 2100')
  const turned = { ...nothing, constructionYearMin: '1990', constructionYearMax: '1980' }
  expect(rangeProblem(turned, years)?.error).toMatch(/minimum is above the maximum/)
})

test('the filter form marks only the wrong end of a range', () => {
  const wrong = (priceMin: string, priceMax: string) =>
    rangeProblem({ ...nothing, priceMin, priceMax }, prices)?.wrong
  expect(wrong('100', 'cheap')).toEqual(['priceMax'])
  expect(wrong('cheap', '100')).toEqual(['priceMin'])
  expect(wrong('cheap', 'cheaper')).toEqual(['priceMin', 'priceMax'])
  expect(wrong('101', '100')).toEqual(['priceMin', 'priceMax'])
})

test('in the number of active filters, a range counts as one filter, and the sort order does not count', () => {
  expect(countFilters({ sort: 'oldest', page: 3, pageSize: 40 })).toBe(0)
  expect(countFilters({ prefecture: 'hyogo', priceMin: 0, priceMax: 100, areaMax: 90 })).toBe(3)
})

test('an area such as 1.000 is invalid, because it means 1,000 to many Europeans', () => {
  const draft = { ...nothing, landAreaMin: '1.000', areaMin: '80.25' }
  expect(rangeProblem(draft, land)?.wrong).toEqual(['landAreaMin'])
  expect(rangeProblem(draft, building)).toBeUndefined()
})

describe('a price that cannot be read gets a question instead of a guess', () => {
  const problem = (priceMax: string, own = EUROS) =>
    rangeProblem({ ...nothing, priceMax }, prices, own)?.error

  test('two meanings are named', () => {
    expect(problem('30.000')).toBe('30.000 can mean 30 or 30,000: write 30 or 30000')
    expect(problem('€30.000')).toMatch(/^30\.000 can mean/)
  })

  test('two amounts in one box belong into two boxes', () => {
    expect(problem('4-6M')).toMatch(/^Enter one amount in each box/)
    expect(problem('400万～600万')).toMatch(/^Enter one amount in each box/)
  })

  test('the example is in the language of the browser and in the currency of the person', () => {
    const examples = [
      ['de', 'EUR', /^20k, 1.500.000.€ or 300万$/],
      ['fr', 'EUR', /^20k, 1.500.000.€ or 300万$/],
      ['en-IN', 'INR', '20k, ₹15,00,000 or 300万'],
      ['ja', 'JPY', '3M, ￥3,000,000 or 300万'],
      ['ar-EG', 'GBP', '20k, £1,500,000 or 300万'],
    ] as const
    for (const [language, currency, example] of examples) {
      vi.stubGlobal('navigator', { language })
      const [, shown] = problem('cheap', { currency, areaUnit: 'm2' })?.split('such as ') ?? []
      expect(shown).toMatch(example)
      const written = shown?.split(', ')[1]?.split(' or ')[0] ?? ''
      expect(problem(written, { currency, areaUnit: 'm2' })).toBeUndefined()
    }
    vi.unstubAllGlobals()
  })

  test('a limit in words is read only in the box that it belongs to', () => {
    const draft = { ...nothing, priceMin: 'under 3M', priceMax: 'under 3M' }
    expect(rangeProblem(draft, prices, EUROS)?.wrong).toEqual(['priceMin'])
    expect(readDraft({ ...nothing, priceMax: '300万円以下' }, EUROS).priceMax).toBe(3_000_000)
  })
})

test('the decimal comma of a keypad is read in an area', () => {
  const read = (areaMin: string) => readDraft({ ...nothing, areaMin }).areaMin
  expect(read('98,5')).toBe(98.5)
  expect(read('1.098,5')).toBe(1098.5)
  expect(read('1,098')).toBe(1098)
})

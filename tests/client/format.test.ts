import { expect, test } from 'vitest'
import { formatDuration } from '#client/format/duration.ts'
import {
  formatAge,
  formatArea,
  formatCompactYen,
  formatExactPrice,
  formatNumber,
  formatPrice,
  formatYen,
} from '#client/format/format.ts'
import { originalAddress } from '#client/format/original-address.ts'
import { formatAskedPrice, formatConvertedPrice } from '#client/format/price.ts'
import { formatSize } from '#client/format/sizes.ts'
import { withNoBreaks } from '#contract/no-break.ts'

test('prices have no decimals in the listings, and two in the free preview', () => {
  expect(formatPrice(31499.6)).toBe('$31,500')
  expect(formatExactPrice(31499.6)).toBe('$31,499.60')
  expect(formatPrice(0)).toBe('$0')
  expect(formatPrice(undefined)).toBe('Price not stated')
})

test('a size has the unit that keeps its number short', () => {
  const sizes = [1, 75_200, 1_100_000, 84_400_000, 10_737_000_000]
  expect(sizes.map(formatSize)).toEqual(
    ['1 kB', '76 kB', '1.1 MB', '84 MB', '11 GB'].map((size) => size.replace(' ', '\u00a0')),
  )
})

test('yen prices are written out, or shortened where space is limited', () => {
  expect(formatYen(4_800_000)).toBe('¥4,800,000')
  expect(formatCompactYen(4_800_000)).toBe('¥4.8M')
  expect(formatCompactYen(580_000)).toBe('¥580K')
  expect(formatCompactYen(999_950)).toBe('¥1M')
  expect(formatCompactYen(999)).toBe('¥999')
})

test('a free house, a rounded price, a rent and a price that could not be read are shown as such', () => {
  const none = { yen: undefined, price: undefined }
  expect(formatAskedPrice({ yen: 0, price: 0 })).toBe('Free')
  expect(formatAskedPrice({ yen: undefined, price: 0 }, formatExactPrice)).toBe('Free')
  expect(formatConvertedPrice({ yen: 0, price: 0 }, undefined)).toBeUndefined()
  expect(formatAskedPrice({ yen: 3_800_000, price: 25_000, priceLimit: 'from' })).toBe(
    'from ¥3,800,000',
  )
  expect(formatAskedPrice({ ...none, priceText: '300万円台' })).toBe('300万円台')
  expect(formatAskedPrice({ ...none, isForRent: true, rent: 52_000 })).toBe('¥52,000 a month')
  expect(formatAskedPrice({ ...none, isForRent: true })).toBe('Rent not stated')
})

test("a price is shown in the seller's currency, and its conversion in exact dollars or in another currency rounded to three significant digits", () => {
  const euros = {
    currency: 'EUR',
    sign: '€',
    area_unit: 'm2',
    per_yen: 1 / 174,
    per_dollar: 150 / 174,
    rate_date: '',
  }
  const inYen = { yen: 2_500_000, price: 16_666.67 }
  expect(formatAskedPrice(inYen)).toBe('¥2,500,000')
  expect(formatConvertedPrice(inYen, undefined)).toBe('$16,667')
  expect(formatConvertedPrice(inYen, undefined, formatExactPrice)).toBe('$16,666.67')
  expect(formatConvertedPrice(inYen, euros)).toBe('about €14,400')
  expect(formatConvertedPrice(inYen, { ...euros, currency: 'JPY', per_yen: 1 })).toBeUndefined()
  const inDollars = { yen: undefined, price: 16_666.67 }
  expect(formatAskedPrice(inDollars)).toBe('$16,667')
  expect(formatAskedPrice(inDollars, formatExactPrice)).toBe('$16,666.67')
  expect(formatConvertedPrice(inDollars, undefined)).toBeUndefined()
  // 16,666.67 dollars are 14,367.82 euros, and 2,500,000 yen.
  expect(formatConvertedPrice(inDollars, euros)).toBe('about €14,400')
  const yen = { ...euros, currency: 'JPY', sign: '¥', per_yen: 1, per_dollar: 150 }
  expect(formatConvertedPrice(inDollars, yen)).toBe('about ¥2,500,000')
  const dollars = { ...euros, currency: 'USD', sign: '$', per_yen: 1 / 150, per_dollar: 1 }
  expect(formatConvertedPrice(inDollars, dollars)).toBeUndefined()
  const unknown = { yen: undefined, price: undefined }
  expect(formatAskedPrice(unknown)).toBe('Price not stated')
  expect(formatConvertedPrice(unknown, euros)).toBeUndefined()
})

test("areas are shown in the person's unit", () => {
  // A tsubo is 400/121 m², so 98.54 m² are 29.8 tsubo. A square foot is 0.09290304 m², so 98.54 m²
  // are 1,060.7 square feet.
  expect(formatArea(98.54, { unit: 'tsubo' })).toBe('29.8\u00a0tsubo')
  expect(formatArea(98.54, { unit: 'tsubo', whole: true })).toBe('29.8\u00a0tsubo')
  expect(formatArea(98.54, { unit: 'sqft' })).toBe('1,061\u00a0sq\u00a0ft')
  expect(formatArea(98.54, { whole: true })).toBe('99\u00a0m²')
  expect(formatArea(98.54, { unit: 'jo' })).toBe('98.5\u00a0m²')
})

test('in a title, no line starts with a separator or with the unit of a number', () => {
  expect(withNoBreaks('House in Seiyo, Ehime · 4LDK · 98 m²')).toBe(
    'House in Seiyo, Ehime\u00a0· 4LDK\u00a0· 98\u00a0m²',
  )
})

test('areas are in square metres by default, and an unreadable area is shown as its source wrote it', () => {
  expect(formatArea(98.54)).toBe('98.5\u00a0m²')
  expect(formatArea(1234)).toBe('1,234\u00a0m²')
  expect(formatArea('120.5')).toBe('120.5\u00a0m²')
  expect(formatArea('2000㎡以上')).toBe('2000m²以上')
})

test.each([
  ['2026-11-21T08:00:00Z', 'today'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-18T11:00:00Z', '3 days ago'],
  ['2026-11-14T11:00:00Z', 'last week'],
  ['2026-11-07T11:00:00Z', '2 weeks ago'],
  ['2026-10-20T11:00:00Z', 'last month'],
  ['2026-08-01T11:00:00Z', '3 months ago'],
  ['2025-11-01T11:00:00Z', 'last year'],
  ['2024-11-01T11:00:00Z', '2 years ago'],
  ['2027-01-01T00:00:00Z', 'today'],
])('a house added on %s is shown as added “%s”', (moment, age) => {
  expect(formatAge(moment, new Date('2026-11-21T12:00:00Z'))).toBe(age)
})

test("numbers are formatted exactly as the browser's `Intl.NumberFormat` formats them", () => {
  const style = 'currency'
  const dollars = new Intl.NumberFormat('en-US', { style, currency: 'USD' })
  const yen = new Intl.NumberFormat('en-US', { style, currency: 'JPY' })
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const
  const compactYen = new Intl.NumberFormat('en-US', { style, currency: 'JPY', ...compact })
  const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

  const wrong: unknown[] = []
  for (const number of numbers()) {
    const amount = Math.floor(number)
    const pairs = [
      [formatExactPrice(number), dollars.format(number)],
      [formatNumber(number, 1), oneDecimal.format(number)],
      [formatYen(amount), yen.format(amount)],
      [formatCompactYen(amount), compactYen.format(amount)],
    ]
    wrong.push(...pairs.filter(([ours, theirs]) => ours !== theirs))
  }
  expect(wrong).toEqual([])
})

/** Numbers near rounding limits and near a change in the number of digits. */
function* numbers() {
  for (let thousandths = 0; thousandths < 5_000; thousandths++) yield thousandths / 1_000
  for (let power = 1e-8; power < 1e14; power *= 10) {
    for (let step = -60; step < 60; step++) yield Math.max(0, power + step / 4)
    for (let part = 1; part < 200; part++) yield power * (1 - part / 1e6)
  }
}

test('durations of an hour and more are shown in hours and minutes', () => {
  expect([0, 45, 60, 124, 724].map(formatDuration)).toEqual([
    ...['0 min', '45 min', '1 h', '2 h 4 min', '12 h 4 min'],
  ])
})

test.each([
  ['愛媛県西予市宇和町12', '愛媛県西予市宇和町12'],
  ['愛媛県西予市宇和町12（旧宇和町）', '愛媛県西予市宇和町12（旧宇和町）'],
  ['Seiyo, Ehime (愛媛県西予市宇和町12)', '愛媛県西予市宇和町12'],
  ['12 Unomachi, Seiyo', undefined],
])('in the location %s, the app finds the Japanese address %s', (text, address) => {
  expect(originalAddress(text)).toBe(address)
})

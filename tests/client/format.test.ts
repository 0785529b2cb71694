import { expect, test } from 'vitest'
import {
  formatAge,
  formatArea,
  formatCompactYen,
  formatExactPrice,
  formatPrice,
  formatYen,
  languageOf,
} from '#client/format.ts'

test('prices have no decimals on the listings, and two in the preview', () => {
  expect(formatPrice(31499.6)).toBe('$31,500')
  expect(formatExactPrice(31499.6)).toBe('$31,499.60')
  expect(formatPrice(0)).toBe('$0')
  expect(formatPrice(undefined)).toBe('Price on request')
})

test('yen are written out, or short where there is little room', () => {
  expect(formatYen(4_800_000)).toBe('¥4,800,000')
  expect(formatCompactYen(4_800_000)).toBe('¥4.8M')
  expect(formatCompactYen(580_000)).toBe('¥580K')
})

test('areas are square metres, and text that is none stays what was written', () => {
  expect(formatArea(98.54)).toBe('98.5 m²')
  expect(formatArea(1234)).toBe('1,234 m²')
  expect(formatArea('120.5')).toBe('120.5 m²')
  expect(formatArea('2000㎡以上')).toBe('2000m²以上')
})

test.each([
  ['2026-11-21T08:00:00Z', 'today'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-18T11:00:00Z', '3 days ago'],
  ['2026-11-07T11:00:00Z', '2 weeks ago'],
  ['2026-08-01T11:00:00Z', '3 months ago'],
  ['2024-11-01T11:00:00Z', '2 years ago'],
  ['2027-01-01T00:00:00Z', 'today'],
])('what was added on %s was added %s', (moment, age) => {
  expect(formatAge(moment, new Date('2026-11-21T12:00:00Z'))).toBe(age)
})

test('Japanese text is told from the rest', () => {
  expect(languageOf('兵庫県豊岡市')).toBe('ja')
  expect(languageOf('Toyooka, Hyogo')).toBeUndefined()
})

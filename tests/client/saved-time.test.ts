import { expect, test } from 'vitest'
import { describeSavedAt, formatSavedAt } from '#client/format/saved-time.ts'

test.each([
  ['2026-11-21T14:05', '14:05 today'],
  ['2026-11-21T00:07', '00:07 today'],
  ['2026-11-20T23:59', 'Nov 20, 23:59'],
  ['2026-11-03T09:12', 'Nov 3, 09:12'],
  ['2025-12-28T09:12', 'Dec 28, 2025, 09:12'],
])('data saved at %s is labelled %s', (savedAt, words) => {
  expect(formatSavedAt(Date.parse(savedAt), new Date('2026-11-21T15:00'))).toBe(words)
})

test('within a sentence, a time on the current day is shown without a date', () => {
  const now = new Date('2026-11-21T15:00')
  expect(describeSavedAt(Date.parse('2026-11-21T14:05'), now)).toBe('at 14:05')
  expect(describeSavedAt(Date.parse('2026-11-20T23:59'), now)).toBe('on Nov 20, 23:59')
})

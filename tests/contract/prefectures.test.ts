import { expect, test } from 'vitest'
import { PREFECTURES, prefectureDisplay, prefectureValue } from '#contract/prefectures.ts'

test('there are 47 prefectures, each with a name of its own', () => {
  expect(PREFECTURES).toHaveLength(47)
  for (const part of ['value', 'display', 'japanese'] as const) {
    expect(new Set(PREFECTURES.map((prefecture) => prefecture[part])).size).toBe(47)
  }
})

test('a value and its display name lead to each other', () => {
  for (const { value, display } of PREFECTURES) {
    expect(prefectureDisplay(value)).toBe(display)
    expect(prefectureValue(display)).toBe(value)
  }
})

test('a name outside the catalogue falls back to its own text', () => {
  expect(prefectureValue('Karafuto')).toBe('karafuto')
  expect(prefectureDisplay('karafuto')).toBe('Karafuto')
  expect([prefectureDisplay(''), prefectureDisplay(null)]).toEqual(['Unknown', 'Unknown'])
})

import { expect, test } from 'vitest'
import { PREFECTURES, prefectureDisplay, prefectureValue } from '#contract/prefectures.ts'

test('there are 47 prefectures with distinct names', () => {
  expect(PREFECTURES).toHaveLength(47)
  for (const part of ['value', 'display', 'japanese'] as const) {
    expect(new Set(PREFECTURES.map((prefecture) => prefecture[part])).size).toBe(47)
  }
})

test("a prefecture's value and display name map to each other", () => {
  for (const { value, display } of PREFECTURES) {
    expect(prefectureDisplay(value)).toBe(display)
    expect(prefectureValue(display)).toBe(value)
  }
})

test('an unknown prefecture is shown as it is written', () => {
  expect(prefectureValue('Karafuto')).toBe('karafuto')
  expect(prefectureDisplay('karafuto')).toBe('Karafuto')
  expect([prefectureDisplay(''), prefectureDisplay(null)]).toEqual(['Unknown', 'Unknown'])
})

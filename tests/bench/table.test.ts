import { expect, test } from 'vitest'
import { summary } from './table.ts'

test('while a section runs, each result is printed with its value and its verdict', () => {
  const paint = { what: 'First paint', value: 912.4, unit: 'ms' as const }
  expect(summary(paint)).toBe('First paint: 912 ms')
  expect(summary({ ...paint, atMost: 1000 })).toBe('First paint: 912 ms, ok')
  expect(summary({ ...paint, atMost: 900 })).toBe('First paint: 912 ms, MISSED')
  expect(summary({ what: 'Section map', skipped: 'failed' })).toBe('Section map: failed, skipped')
})

import { expect, test } from 'vitest'
import { markName } from '#contract/mark-codes.ts'
import { MARK_LIST } from '#contract/query-values.ts'
import { SIGNS } from '#contract/signs.ts'
import { TAGS } from '#contract/tags.ts'

test('new signs (watch-outs or good signs) and tags get new bits, so the bits of stored houses keep their meaning', () => {
  expect(Object.keys(SIGNS).slice(0, 4)).toEqual([
    'farmland-in-the-lot',
    'registered-as-farmland',
    'registered-as-forest',
    'urbanization-control-area',
  ])
  // Add new codes only at the end, because moving a code would change the meaning of every stored
  // listing.
  expect([Object.keys(SIGNS).indexOf('garden'), Object.keys(TAGS).indexOf('no-leaks')]).toEqual([
    27, 60,
  ])
  expect(Object.keys(TAGS).indexOf('akiya-bank-mentioned')).toBe(61)
  expect(Object.keys(SIGNS).length).toBeLessThanOrEqual(31)
  expect(Object.keys(TAGS).length).toBeLessThanOrEqual(62)
})

test('the name of a watch-out, good sign or tag is its code in plain words', () => {
  expect(markName('by-the-sea')).toBe('By the sea')
  for (const code of [...Object.keys(SIGNS), ...Object.keys(TAGS)]) {
    expect(code).toMatch(MARK_LIST)
    expect(code).not.toContain(',')
  }
})

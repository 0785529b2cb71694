import { describe, expect, test } from 'vitest'
import { findPhones, fromAbroad, telephoneLink } from '#contract/phones.ts'

describe('telephone numbers', () => {
  test('telephone numbers are found in a text, each once', () => {
    const text = '住宅課 0796-23-1111、夜間は0796-23-1112。(0796)23-1111 FAX:0796‐23‐1113'
    expect(findPhones(text)).toEqual(['0796-23-1111', '0796-23-1112', '0796-23-1113'])
  })

  test.each([
    '価格 1,800,000円 土地 1234-56-7890',
    '築 1975-03-12',
    '面積 330.57',
    'https://example.jp/0796-23-1111',
    '〒796-8501',
  ])('no telephone number is found in %s', (text) => expect(findPhones(text)).toEqual([]))

  test('telephone numbers can be dialled from abroad', () => {
    expect(fromAbroad('0796-23-1111')).toBe('+81 796-23-1111')
    expect(fromAbroad('(0796)23-1111')).toBe('+81 796-23-1111')
    expect(telephoneLink('(0796)23-1111')).toBe('tel:0796231111')
    expect(telephoneLink(fromAbroad('0796-23-1111'))).toBe('tel:+81796231111')
  })
})

import { expect, test } from 'vitest'
import { parseMoney } from '#contract/money.ts'

test.each([
  ['3M', 'JPY', 3_000_000],
  ['3,000,000', 'JPY', 3_000_000],
  ['３００万', 'JPY', 3_000_000],
  ['300万円', 'JPY', 3_000_000],
  ['¥3M', 'JPY', 3_000_000],
  ['￥3,000,000', 'JPY', 3_000_000],
  ['1億2,000万', 'JPY', 120_000_000],
  ['5.8 million yen', 'JPY', 5_800_000],
  ['$20k', 'USD', 20_000],
  ['US$20k', 'USD', 20_000],
  ['20k EUR', 'EUR', 20_000],
  ['€ 20,000', 'EUR', 20_000],
  ['a$30k', 'AUD', 30_000],
  ['NT$900k', 'TWD', 900_000],
  ['CHF 20k', 'CHF', 20_000],
  ['0', 'JPY', 0],
] as const)('in a field for yen, the text %s means %s %i', (text, currency, amount) => {
  expect(parseMoney(text, 'JPY')).toEqual({ currency, amount })
})

test('an amount without a currency sign is in the currency of its field', () => {
  expect(parseMoney('20k', 'EUR')).toEqual({ currency: 'EUR', amount: 20_000 })
  // Only yen amounts can be written with 万 (ten thousand), so 万 decides the currency.
  expect(parseMoney('300万', 'EUR')).toEqual({ currency: 'JPY', amount: 3_000_000 })
})

test('in a field for a dollar currency, $ means this currency, and in any other field $ means the US dollar', () => {
  expect(parseMoney('$20k', 'AUD')).toEqual({ currency: 'AUD', amount: 20_000 })
  expect(parseMoney('$20k', 'GBP')).toEqual({ currency: 'USD', amount: 20_000 })
})

test.each(['', 'cheap', '3 MM', '1,5', '5.800.000', '-5', '3M–5M', '¥', '$', '9'.repeat(41)])(
  '%s is not an amount of money',
  (text) => {
    expect(parseMoney(text, 'USD')).toBeUndefined()
  },
)

test('20.000 is no amount, because many Europeans mean 20,000', () => {
  expect(parseMoney('€20.000', 'USD')).toBeUndefined()
  expect(parseMoney('500.000', 'JPY')).toBeUndefined()
  expect(parseMoney('12.50', 'USD')?.amount).toBe(12.5)
  expect(parseMoney('1.125M', 'USD')?.amount).toBe(1_125_000)
})

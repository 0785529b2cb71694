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
  ['3 MM', 'JPY', 3_000_000],
  ['1,4 Mio', 'JPY', 1_400_000],
  ['1.4 Mio. €', 'EUR', 1_400_000],
  ['1,4M', 'JPY', 1_400_000],
  ["1'400'000", 'JPY', 1_400_000],
  ['CHF 30’000', 'CHF', 30_000],
  ['1 400 000 €', 'EUR', 1_400_000],
  ['4.000.000', 'JPY', 4_000_000],
  ['30.000,50 €', 'EUR', 30_000.5],
  ['40 man', 'JPY', 400_000],
  ['1 oku 2000 man yen', 'JPY', 120_000_000],
  ['1億2000', 'JPY', 120_000_000],
  ['四百万円', 'JPY', 4_000_000],
  ['¥400萬', 'JPY', 4_000_000],
  ['₹40,00,000', 'INR', 4_000_000],
  ['2.5 cr INR', 'INR', 25_000_000],
  ['40 lakh INR', 'INR', 4_000_000],
  ['400万円以下', 'JPY', 4_000_000],
  ['under 4M', 'JPY', 4_000_000],
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

test('in Europe and India, an amount is read as it is written there', () => {
  expect(parseMoney('40 lakh', 'INR')).toEqual({ currency: 'INR', amount: 4_000_000 })
  expect(parseMoney('1,4 Mio', 'EUR')).toEqual({ currency: 'EUR', amount: 1_400_000 })
})

test('the word of a limit belongs to the box of this limit', () => {
  expect(parseMoney('under 4M', 'JPY', 'max')?.amount).toBe(4_000_000)
  expect(parseMoney('under 4M', 'JPY', 'min')).toBeUndefined()
  expect(parseMoney('400万円以上', 'JPY', 'min')?.amount).toBe(4_000_000)
  expect(parseMoney('400万円以上', 'JPY', 'max')).toBeUndefined()
  expect(parseMoney('under 4M', 'JPY', 'none')).toBeUndefined()
})

test.each([
  '',
  'cheap',
  '1,5',
  '3,0',
  '1 5',
  '1億2000円',
  '4-6M',
  '$20k-ish',
  '1e6',
  '-5',
  '3M–5M',
  '¥',
  '$',
  '9'.repeat(41),
])('%s is not an amount of money', (text) => {
  expect(parseMoney(text, 'USD')).toBeUndefined()
})

test('20.000 is no amount, because many Europeans mean 20,000', () => {
  expect(parseMoney('€20.000', 'USD')).toBeUndefined()
  expect(parseMoney('500.000', 'JPY')).toBeUndefined()
  expect(parseMoney('12.50', 'USD')?.amount).toBe(12.5)
  expect(parseMoney('1.125M', 'USD')?.amount).toBe(1_125_000)
})

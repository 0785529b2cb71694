import type { Currency } from '#contract/currencies.ts'
import type { Rates } from '#contract/rates.ts'

/** Fallback rates for servers without a configured source of rates. */
const YEN_PER = {
  JPY: 1,
  AUD: 98,
  CAD: 107,
  CHF: 186,
  CNY: 20.8,
  EUR: 174,
  GBP: 199,
  HKD: 19,
  INR: 1.67,
  KRW: 0.105,
  NZD: 86,
  SGD: 115,
  THB: 4.6,
  TWD: 4.9,
} as const satisfies Record<Exclude<Currency, 'USD'>, number>

/**
 * The fixed rates. The dollar's rate is `jpyPerUsd`. `isSet` says whether the operator chose this
 * rate.
 */
export function fixedRates(jpyPerUsd: number, { isSet } = { isSet: false }): Rates {
  return {
    yen_per: { ...YEN_PER, USD: jpyPerUsd },
    as_of: '2025-09-30',
    source: 'fixed, rounded rates',
    ...(isSet && { set_by_operator: ['USD'] }),
  }
}

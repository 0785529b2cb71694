/** The currencies that prices are shown in, by ISO 4217 code, each with its sign. */
export const CURRENCIES = {
  JPY: '¥',
  USD: '$',
  AUD: 'A$',
  CAD: 'C$',
  CHF: 'CHF ',
  CNY: 'CN¥',
  EUR: '€',
  GBP: '£',
  HKD: 'HK$',
  INR: '₹',
  KRW: '₩',
  NZD: 'NZ$',
  SGD: 'S$',
  THB: '฿',
  TWD: 'NT$',
} as const
export type Currency = keyof typeof CURRENCIES

const SIGNS: Record<string, string | undefined> = CURRENCIES

/** The sign of a currency, or its code if `CURRENCIES` lacks the currency. */
export function signOf(currency: string) {
  return SIGNS[currency] ?? `${currency} `
}

export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]]

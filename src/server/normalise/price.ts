import { parseFigure } from '#contract/figures.ts'
import { BLANK, implausible, type Reading, read, unread } from './reading.ts'
import { MAX_FIGURE_LENGTH, toHalfWidth, withoutBrackets } from './text.ts'

type Currency = 'JPY' | 'USD'

interface Price {
  amount: number
  currency: Currency
}

const SMALLEST: Record<Currency, number> = { JPY: 1, USD: 0.01 }
/** The highest plausible price. A higher one is a mistake. */
const LARGEST: Record<Currency, number> = { JPY: 150_000_000_000, USD: 1_000_000_000 }

const UNREADABLE = 'cannot be read as a price'

const ON_REQUEST =
  /^\D*(?:相談|応談|問い?合わ?せ|未定|\bask\b|on request|on application|\bpo[ar]\b|negotiable|contact|inquire|enquire)\D*$/i
/**
 * Matches a remark after a price, such as 税込 (tax included). The remark does not change the price.
 */
const REMARK = /(?:税込み?|税抜き?|税別|(?:[応要]|価格)?相談可?)$/

const YEN_SIGN = /^(?:¥|jpy|円)|(?:円|yen|jpy|¥)$/i
const DOLLAR_SIGN = /^(?:us ?\$|usd|us dollars?|\$)|(?:\$|usd|us dollars?|dollars?)$/i

/** Reads the name of a currency: `JPY`, `円`, `US dollars`. Null for another currency. */
export function parseCurrency(text: string): Currency | null {
  const { figure, currency } = splitCurrency(toHalfWidth(text))
  return figure === '' ? (currency ?? null) : null
}

/**
 * Reads `¥5,800,000`, `5.8 million yen`, `580万円`, `1億2,000万円`, `$63,790`. A text without a currency
 * is in the column's currency. If the column has no currency either, the price cannot be read.
 * "Price on request" counts as blank.
 */
export function parsePrice(text: string, columnCurrency: Currency | null): Reading<Price> {
  if (text.length > MAX_FIGURE_LENGTH) return unread(UNREADABLE)
  const written = withoutBrackets(toHalfWidth(text))
  if (ON_REQUEST.test(written)) return BLANK
  const { figure, currency } = splitCurrency(written.replace(REMARK, '').trim())
  const number = parseFigure(figure)
  if (number === null) return unread(UNREADABLE)

  const stated = currency ?? columnCurrency
  if (stated === null) return unread('does not say its currency')
  const price = { amount: number, currency: stated }
  if (number < SMALLEST[price.currency]) return implausible('is a price of zero')
  if (number > LARGEST[price.currency]) return implausible('is more than any house costs')
  return read(price)
}

function splitCurrency(text: string): { figure: string; currency?: Currency } {
  if (YEN_SIGN.test(text)) return { figure: without(text, YEN_SIGN), currency: 'JPY' }
  if (DOLLAR_SIGN.test(text)) return { figure: without(text, DOLLAR_SIGN), currency: 'USD' }
  return /[億万千]$/.test(text) ? { figure: text, currency: 'JPY' } : { figure: text }
}

function without(text: string, sign: RegExp) {
  return text.replace(sign, '').trim()
}

/**
 * The price in yen and in US cents. `priceYen` is null if the source states no price in yen. If the
 * source states no price in dollars, the cents are converted from yen at `jpyPerUsd`.
 */
export function toMoney(prices: (Price | null)[], jpyPerUsd: number) {
  const yen = prices.find((price) => price?.currency === 'JPY')?.amount
  const dollars =
    prices.find((price) => price?.currency === 'USD')?.amount ?? (yen && yen / jpyPerUsd)
  return {
    priceYen: yen === undefined ? null : Math.round(yen),
    // Store at least one cent, because a price of one yen must not become zero.
    priceCents: dollars === undefined ? null : Math.max(1, Math.round(dollars * 100)),
  }
}

import { NUMBER, parseNumber } from './number.ts'
import { BLANK, implausible, type Reading, read, unread } from './reading.ts'
import { MAX_FIGURE_LENGTH, toHalfWidth, withoutBrackets } from './text.ts'

type Currency = 'JPY' | 'USD'

interface Price {
  amount: number
  currency: Currency
}

const SMALLEST: Record<Currency, number> = { JPY: 1, USD: 0.01 }
/** More than any house costs. A larger figure is a mistake. */
const LARGEST: Record<Currency, number> = { JPY: 150_000_000_000, USD: 1_000_000_000 }

const UNREADABLE = 'is not a price that could be read'

const ON_REQUEST =
  /^\D*(?:相談|応談|問い?合わ?せ|未定|\bask\b|on request|on application|\bpo[ar]\b|negotiable|contact|inquire|enquire)\D*$/i
/** Remarks after a price that do not change it. */
const REMARK = /(?:税込み?|税抜き?|税別|(?:[応要]|価格)?相談可?)$/

const YEN_SIGN = /^(?:¥|jpy|円)|(?:円|yen|jpy|¥)$/i
const DOLLAR_SIGN = /^(?:us ?\$|usd|us dollars?|\$)|(?:\$|usd|us dollars?|dollars?)$/i

const ENGLISH_UNITS = new Map([
  ['million', 1e6],
  ['mil', 1e6],
  ['m', 1e6],
  ['thousand', 1e3],
  ['k', 1e3],
])
const ENGLISH = new RegExp(`^(${NUMBER}) ?(${[...ENGLISH_UNITS.keys()].join('|')})$`, 'i')

/** From large to small. A price contains each unit at most once, in this order. */
const JAPANESE_UNITS = [
  { part: new RegExp(`^(${NUMBER})億`), factor: 1e8 },
  { part: new RegExp(`^(${NUMBER})千万`), factor: 1e7 },
  { part: new RegExp(`^(${NUMBER})百万`), factor: 1e6 },
  { part: new RegExp(`^(${NUMBER})万`), factor: 1e4 },
  { part: new RegExp(`^(${NUMBER})千`), factor: 1e3 },
]

/**
 * Reads `¥5,800,000`, `5.8 million yen`, `580万円`, `1億2,000万円`, `$63,790`. Without a sign, the
 * column's currency applies. "Price on request" counts as blank.
 */
export function parsePrice(text: string, columnCurrency: Currency): Reading<Price> {
  if (text.length > MAX_FIGURE_LENGTH) return unread(UNREADABLE)
  const written = withoutBrackets(toHalfWidth(text))
  if (ON_REQUEST.test(written)) return BLANK
  const { figure, currency } = splitCurrency(written.replace(REMARK, '').trim())
  const number = parseFigure(figure)
  if (number === null) return unread(UNREADABLE)

  const price = { amount: number, currency: currency ?? columnCurrency }
  if (number < SMALLEST[price.currency]) return implausible('is a price of nothing')
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

function parseFigure(text: string) {
  return parseNumber(text) ?? parseEnglish(text) ?? parseJapanese(text)
}

function parseEnglish(text: string) {
  const [, digits = '', unit = ''] = text.match(ENGLISH) ?? []
  const factor = ENGLISH_UNITS.get(unit.toLowerCase())
  const number = parseNumber(digits)
  return factor === undefined || number === null ? null : exact(number * factor)
}

/** Reads `1億2,000万`, `1億 2000万`, `1.2億`, `580万5千`, `1千万`. */
function parseJapanese(text: string) {
  let rest = text.replaceAll(' ', '')
  let total = 0
  for (const { part, factor } of JAPANESE_UNITS) {
    const [written = '', digits = ''] = rest.match(part) ?? []
    total += (parseNumber(digits) ?? 0) * factor
    rest = rest.slice(written.length)
  }
  if (total === 0) return null
  if (rest === '') return exact(total)
  const last = parseNumber(rest)
  return last === null ? null : exact(total + last)
}

/** Removes the floating-point error of products such as `5.8 × 1,000,000`. */
function exact(amount: number) {
  return Math.round(amount * 100) / 100
}

/** Yen only as stated. Cents as stated, or else converted from yen at `jpyPerUsd`. */
export function toMoney(prices: (Price | null)[], jpyPerUsd: number) {
  const yen = prices.find((price) => price?.currency === 'JPY')?.amount
  const dollars =
    prices.find((price) => price?.currency === 'USD')?.amount ?? (yen && yen / jpyPerUsd)
  return {
    priceYen: yen === undefined ? null : Math.round(yen),
    // At least one cent: a price of one yen must not become zero.
    priceCents: dollars === undefined ? null : Math.max(1, Math.round(dollars * 100)),
  }
}

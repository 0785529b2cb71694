import type { PriceLimit } from '#contract/choices.ts'
import { parseFigure } from '#contract/figures.ts'
import { kanjiToDigits } from '#contract/kanji-numbers.ts'
import { splitStatus } from './offer.ts'
import { BLANK, implausible, type Reading, read, unread } from './reading.ts'
import { MAX_FIGURE_LENGTH, toHalfWidth, withoutBrackets } from './text.ts'

type Currency = 'JPY' | 'USD'

export interface Price {
  amount: number
  currency: Currency
  /** `from` if this is the lowest of several prices, `about` if the source rounds the price. */
  limit?: PriceLimit
  /** The source's text, if it states more than the price. */
  text?: string
}

const SMALLEST: Record<Currency, number> = { JPY: 1, USD: 0.01 }
/** The highest plausible price. A higher one is a mistake. */
const LARGEST: Record<Currency, number> = { JPY: 150_000_000_000, USD: 1_000_000_000 }

const UNREADABLE = 'cannot be read as a price'
const NO_LOWEST = 'is not an exact price or a lowest one'

const ON_REQUEST =
  /^\D*(?:相談|応談|問い?合わ?せ|未定|\bask\b|on request|on application|\bpo[ar]\b|negotiable|contact|inquire|enquire)\D*$/i
/** Matches texts that give a house away. A zero without a currency may also mean "not stated". */
const FREE =
  /^(?:無償|無料|タダ|ただ|ゼロ円|零円|(?:[¥$]|usd ?|jpy ?)0(?:\.0+)?|0(?:\.0+)?(?:万|千)?(?: ?円| ?yen| ?jpy| ?usd|\$)|(?:for )?free(?: of charge)?|gratis|give ?away)(?:(?:で|にて|での)?(?:譲渡|提供|贈与|譲ります))?(?:希望|可)?$/i
/** Matches the words of a monthly rent, such as `4万円/月`, `家賃 5万円` and `¥40,000 a month`. */
const MONTHLY =
  /月額|月々|家賃|賃料|賃貸料|[/／] ?(?:月|ヶ月|か月|カ月|mo(?:nth)?\b|mth\b)|(?:円|万) ?(?:月|毎月)|^毎?月 ?\d|\b(?:per|a|each|every) month\b|\bmonthly\b|\bp\.?c\.?m\b|\brent\b/i

/** Matches names of a price before the price itself: `希望価格 600万円`. */
const LABEL =
  /^(?:売却|販売|売買|売出し?|希望|譲渡|本体|税込み?|税抜き?|新|現在の?|値下げ後の?|土地|建物)*(?:価格|金額|値段|代金)(?:は|が)? ?:? ?/
/**
 * Matches a remark after a price, such as 税込 (tax included). The remark does not change the price.
 */
const REMARK =
  /(?:[、,(]? ?(?:税込み?|税抜き?|税別|(?:[応要]|価格)?(?:相談|交渉)可?能?|諸費用別途?))$/
/** Matches a remark that the page should show, because it may change what a buyer pays. */
const SHOWN_REMARK = /(?: ?※.*| ?[+＋] ?(?:消費)?税| ?値下げ(?:しました|済み?|中)?!*)$/
const TRAILING_DASH = /(?<=\d)\.?[-−ー]+$/

const ABOUT_BEFORE =
  /^(?:約|およそ|おおよそ|概ね|about |approx(?:\.|imately)? |around |circa |ca?\. )/i
const ABOUT_AFTER = /(?: ?(?:程度?|くらい|ぐらい|前後|ほど|位|近辺|or so))$/i
const FROM_AFTER = /(?: ?(?:[~〜]|から|より|以上|and up|or more|\+))$/i
const FROM_BEFORE = /^(?:from |starting (?:at|from) )/i
const UP_TO = /^(?:[~〜]|up to |under |below |max\.? )|(?:以下|以内|未満|まで|台)$/i

const RANGE = / ?(?:[~〜–—]|(?<=[\d円万億])-(?=[\d¥$])|から| to ) ?/
const CHANGE = / ?(?:→|⇒|➡|➔|->|=>) ?/
const SEVERAL = / ?(?:・|、|\/| and ) ?/
const DIGITS = /[\d,.]+/g

const YEN_SIGN = /^(?:¥|jpy|円)|(?:円|yen|jpy|¥)$/i
const DOLLAR_SIGN = /^(?:us ?\$|usd|us dollars?|\$)|(?:\$|usd|us dollars?|dollars?)$/i

/** Reads the name of a currency: `JPY`, `円`, `US dollars`. Null for another currency. */
export function parseCurrency(text: string): Currency | null {
  const { figure, currency } = splitCurrency(toHalfWidth(text))
  return figure === '' ? (currency ?? null) : null
}

/** Whether a text states a monthly rent, which is never a price. */
export function isMonthly(text: string) {
  return text.length <= MAX_FIGURE_LENGTH && MONTHLY.test(toHalfWidth(text))
}

/** Whether a text leaves the price to a talk with the seller. Such a text counts as blank. */
export function isOnRequest(text: string) {
  return text.length <= MAX_FIGURE_LENGTH && ON_REQUEST.test(withoutBrackets(toHalfWidth(text)))
}

/** The `¥` of `¥4,800,000円`, which states the currency twice. */
const TWICE_YEN = /^¥ ?(?=[\d,.]+円$)/

/**
 * Reads `¥5,800,000`, `5.8 million yen`, `580万円`, `1億2,000万円`, `約500万円`, `$63,790`. Of a range, the
 * lowest price counts, and of a changed price the last one. A text without a currency is in the
 * column's currency. If the column has no currency either, the price cannot be read. "Price on
 * request" counts as blank.
 */
export function parsePrice(text: string, columnCurrency: Currency | null): Reading<Price> {
  if (text.length > MAX_FIGURE_LENGTH) return unread(UNREADABLE)
  const { rest, status } = splitStatus(text)
  const written = withoutBrackets(toHalfWidth(rest)).replace(LABEL, '').replace(TWICE_YEN, '')
  if (written === '' && status) return BLANK
  if (ON_REQUEST.test(written)) return BLANK
  if (isMonthly(written)) return unread('is a monthly rent')
  if (FREE.test(written)) return read({ amount: 0, currency: 'JPY' })

  const shown = written.replace(SHOWN_REMARK, '')
  const stated = kanjiToDigits(shown.replace(REMARK, '').replace(SHOWN_REMARK, ''))
    .replace(TRAILING_DASH, '')
    .trim()
  const current = stated.split(CHANGE).at(-1) ?? ''
  const price = parseStated(current, columnCurrency)
  if (price.kind !== 'read') return price
  const isMore = price.value.limit !== undefined || shown !== written || current !== stated
  return isMore ? read({ ...price.value, text: toHalfWidth(rest) }) : price
}

/** Reads one price or several, of which the lowest counts. */
function parseStated(text: string, columnCurrency: Currency | null): Reading<Price> {
  const single = parseSingle(text, columnCurrency)
  if (single.kind !== 'unread') return single
  if (UP_TO.test(text)) return unread(NO_LOWEST)
  const parts = [RANGE, SEVERAL].map((between) => text.split(between)).find(isSeveral)
  if (!parts) return parseLimited(text, columnCurrency)
  const prices = withUnits(parts).map((part) => parseSingle(part, columnCurrency))
  const read = prices.flatMap((price) => (price.kind === 'read' ? price.value : []))
  const [first, ...others] = read.sort((one, other) => one.amount - other.amount)
  const isOne = others.every(({ currency }) => currency === first?.currency)
  if (!first || read.length < parts.length || !isOne) return unread(UNREADABLE)
  return { kind: 'read', value: { ...first, limit: 'from' } }
}

function isSeveral(parts: string[]) {
  return parts.length > 1 && parts.every((part) => part !== '')
}

/** Gives the parts of `500~600万円` the unit of the last part, if they have none of their own. */
function withUnits(parts: string[]) {
  const unit = parts.at(-1)?.split(DIGITS).at(-1) ?? ''
  return parts.map((part) => (/^[\d,.]+$/.test(part) ? `${part}${unit}` : part))
}

/** Reads a price with a word such as 約 (about) or a `~` after it. */
function parseLimited(text: string, columnCurrency: Currency | null): Reading<Price> {
  const exact = (limit: PriceLimit, figure: string): Reading<Price> => {
    const price = parseSingle(figure.trim(), columnCurrency)
    return price.kind === 'read' ? read({ ...price.value, limit }) : price
  }
  const from = text.replace(FROM_BEFORE, '').replace(FROM_AFTER, '')
  if (from !== text) return exact('from', from.replace(ABOUT_BEFORE, ''))
  const about = text.replace(ABOUT_BEFORE, '').replace(ABOUT_AFTER, '')
  return about === text ? unread(UNREADABLE) : exact('about', about)
}

function parseSingle(text: string, columnCurrency: Currency | null): Reading<Price> {
  const { figure, currency } = splitCurrency(text)
  const number = parseFigure(figure)
  // `1億2000` means 1億2000万, but with 円 the same digits would be single yen.
  if (number === null || /億\d{1,4}円$/.test(text)) return unread(UNREADABLE)

  const stated = currency ?? columnCurrency
  if (stated === null) return unread('does not say its currency')
  const price = { amount: number, currency: stated }
  if (number < SMALLEST[price.currency]) {
    return implausible('is a price of zero, which may also mean that no price is stated')
  }
  if (number > LARGEST[price.currency]) return implausible('is more than any house costs')
  return read(price)
}

function splitCurrency(text: string): { figure: string; currency?: Currency } {
  if (YEN_SIGN.test(text)) return { figure: without(text, YEN_SIGN), currency: 'JPY' }
  if (DOLLAR_SIGN.test(text)) return { figure: without(text, DOLLAR_SIGN), currency: 'USD' }
  return /[億万萬千]\d*$/.test(text) ? { figure: text, currency: 'JPY' } : { figure: text }
}

function without(text: string, sign: RegExp) {
  return text.replace(sign, '').trim()
}

/** The highest plausible rent in yen a month. */
const LARGEST_RENT = 10_000_000

/** Reads a monthly rent in yen, such as `4万円/月`, `月額 45,000円` or `5.2` in a column of 万円. */
export function parseRent(text: string): Reading<number> {
  if (text.length > MAX_FIGURE_LENGTH) return unread('cannot be read as a rent')
  const figure = withoutBrackets(toHalfWidth(text))
    .replace(/(?:月額|月々|家賃|賃料|賃貸料|rent|monthly|毎月|毎?月(?=\d))(?:は)? ?:? ?/gi, '')
    .replace(
      / ?(?:[/／] ?(?:月|ヶ月|か月|カ月|mo(?:nth)?|mth)|(?:per|a|each) month|pcm|(?<=円)月)$/i,
      '',
    )
    .trim()
  if (ON_REQUEST.test(figure)) return BLANK
  const price = parseStated(kanjiToDigits(figure.replace(REMARK, '')).trim(), 'JPY')
  if (price.kind !== 'read') return price
  if (price.value.currency !== 'JPY') return unread('is not a rent in yen')
  if (price.value.amount > LARGEST_RENT) return implausible('is more than any rent')
  return read(price.value.amount)
}

/**
 * The price in yen and in US cents. `priceYen` is null if the source states no price in yen. If the
 * source states no price in dollars, the cents are converted from yen at `jpyPerUsd`.
 */
export function toMoney(prices: (Price | null)[], jpyPerUsd: number) {
  const inYen = prices.find((price) => price?.currency === 'JPY')
  const inDollars = prices.find((price) => price?.currency === 'USD')
  const yen = inYen?.amount
  const dollars = inDollars?.amount ?? (yen && yen / jpyPerUsd)
  const shown = inYen ?? inDollars
  return {
    priceYen: yen === undefined ? null : Math.round(yen),
    priceCents: dollars === undefined ? null : toCents(dollars),
    priceLimit: shown?.limit ?? null,
    priceText: shown?.text ?? null,
  }
}

/** At least one cent, because a price of one yen must not become zero. Zero means "free". */
function toCents(dollars: number) {
  return dollars === 0 ? 0 : Math.max(1, Math.round(dollars * 100))
}

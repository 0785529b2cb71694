import type { Listing } from '#client/data/to-listing.ts'
import { roundConverted, roundEstimate } from '#contract/converted-price.ts'
import type { Display } from '#contract/display.ts'
import { formatNumber, formatPrice, formatYen } from './format.ts'

/** The asking price: `yen` if the asking price is in yen, otherwise `price` in dollars. */
type Price = Pick<Listing, 'yen' | 'price'>
type AskedPrice = Price & Partial<Pick<Listing, 'priceLimit' | 'priceText' | 'rent' | 'isForRent'>>

/**
 * The price in the seller's currency: `¥5,800,000`, `from ¥3,800,000`, `Free`, or `¥52,000 a month`
 * for a house that is only for rent. A price that could not be read is shown as the source writes
 * it.
 */
export function formatAskedPrice(
  asked: AskedPrice,
  formatDollars = formatPrice,
  inYen = formatYen,
) {
  const { yen, price, priceLimit, priceText, rent, isForRent } = asked
  if (isForRent) return rent === undefined ? 'Rent not stated' : `${inYen(rent)} a month`
  if (isFree(asked)) return FREE
  if (yen === undefined && price === undefined) return priceText ?? formatDollars(undefined)
  const amount = yen === undefined ? formatDollars(price) : inYen(yen)
  return priceLimit ? `${priceLimit} ${amount}` : amount
}

/** Shown for a house that its owner gives away. */
export const FREE = 'Free'

export function isFree({ yen, price }: Price) {
  return (yen ?? price) === 0
}

/**
 * A price converted into the person's currency: `$16,667`, or rounded to three digits in any other
 * currency: `about €14,400`. Undefined if the asking price is already in the person's currency.
 * Until the rates are known, a price in yen is shown as the dollar amount that was computed at the
 * import of the listing.
 */
export function formatConvertedPrice(
  price: Price,
  display: Display | undefined,
  formatDollars = formatPrice,
) {
  const amount = convert(price, display)
  if (amount === undefined) return undefined
  const { currency, sign } = display ?? { currency: 'USD', sign: '$' }
  if (currency === 'USD') return formatDollars(amount)
  return `about ${sign}${formatNumber(roundConverted(amount, currency))}`
}

/** An estimate in yen, converted into the person's currency and rounded: `about $16,700`. */
export function formatConvertedEstimate(yen: number, display: Display | undefined) {
  const amount = convert({ yen, price: undefined }, display)
  if (amount === undefined) return undefined
  return `about ${display?.sign ?? '$'}${formatNumber(roundEstimate(amount))}`
}

function convert(asked: Price, display: Display | undefined) {
  const { yen, price } = asked
  const { currency, per_yen, per_dollar } = display ?? {}
  if (isFree(asked)) return undefined
  if (yen !== undefined) {
    if (per_yen === undefined) return price
    return currency === 'JPY' ? undefined : yen * per_yen
  }
  if (price === undefined || per_dollar === undefined) return undefined
  return currency === 'USD' ? undefined : price * per_dollar
}

import type { Listing } from '#client/data/to-listing.ts'
import { roundConverted } from '#contract/converted-price.ts'
import type { Display } from '#contract/display.ts'
import { formatNumber, formatPrice, formatYen } from './format.ts'

/** Yen if the seller asks yen, otherwise dollars. */
type Price = Pick<Listing, 'yen' | 'price'>

/** The price as the seller asks it. */
export function formatAskedPrice(
  { yen, price }: Price,
  formatDollars = formatPrice,
  inYen = formatYen,
) {
  return yen === undefined ? formatDollars(price) : inYen(yen)
}

/**
 * A price in yen in the reader's currency, rounded to three digits: `about $16,700`. Without a
 * choice it is in dollars, at the rate of the import.
 */
export function formatConvertedPrice({ yen, price }: Price, display: Display | undefined) {
  if (yen === undefined || display?.currency === 'JPY') return undefined
  const amount = display ? yen * display.per_yen : price
  if (amount === undefined) return undefined
  return `about ${display?.sign ?? '$'}${formatNumber(roundConverted(amount))}`
}

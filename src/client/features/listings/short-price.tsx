import type { Listing } from '#client/data/to-listing.ts'
import { formatCompactYen, formatPrice } from '#client/format/format.ts'
import { formatAskedPrice, formatConvertedPrice } from '#client/format/price.ts'
import type { Display } from '#contract/display.ts'
import styles from './short-price.module.css'

interface ShortPriceProps {
  listing: Listing
  display: Display | undefined
  formatDollars?: typeof formatPrice
}

/** The seller's asking price, and the same price in the person's currency. */
export function ShortPrice({ listing, display, formatDollars = formatPrice }: ShortPriceProps) {
  const converted = formatConvertedPrice(listing, display, formatDollars)
  return (
    <>
      <p>{formatAskedPrice(listing, formatDollars, formatCompactYen)}</p>
      {converted && <p className={styles.converted}>{converted}</p>}
    </>
  )
}

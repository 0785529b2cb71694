import { useQuery } from '@tanstack/react-query'
import { RateNote } from '#client/components/rate-note.tsx'
import { ratesQuery } from '#client/data/rates.ts'
import type { Listing } from '#client/data/to-listing.ts'
import type { formatPrice } from '#client/format/format.ts'
import { formatAskedPrice, formatConvertedPrice } from '#client/format/price.ts'
import type { Display } from '#contract/display.ts'
import type { Rates } from '#contract/rates.ts'
import styles from './house-price.module.css'

interface HousePriceProps {
  listing: Listing
  display: Display | undefined
  formatDollars: typeof formatPrice
}

/**
 * The price in the currency of the seller. Below it, the price in the currency of the reader,
 * which unfolds to show its rate.
 */
export function HousePrice({ listing, display: chosen, formatDollars }: HousePriceProps) {
  const { data: rates } = useQuery(ratesQuery)
  const display = chosen ?? (rates && inDollars(rates))
  const converted = formatConvertedPrice(listing, display)
  return (
    <div>
      <p className={styles.asked}>{formatAskedPrice(listing, formatDollars)}</p>
      {converted && (
        <details className={styles.converted}>
          <summary>{converted}</summary>
          <p>
            The seller asks {listing.yen === undefined ? 'dollars' : 'yen'}.
            {display && (
              <>
                {' '}
                Converted at <RateNote display={display} />.
              </>
            )}
          </p>
        </details>
      )}
    </div>
  )
}

/** Visitors have no account with a chosen currency, so they see dollars. */
function inDollars({ yen_per: { USD = 1 }, as_of }: Rates): Display {
  return {
    currency: 'USD',
    sign: '$',
    area_unit: 'm2',
    per_yen: 1 / USD,
    rate_date: as_of,
  }
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { RateNote } from '#client/components/rate-note.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import { ratesQuery } from '#client/data/rates.ts'
import type { Listing } from '#client/data/to-listing.ts'
import type { formatPrice } from '#client/format/format.ts'
import { formatAskedPrice, formatConvertedPrice } from '#client/format/price.ts'
import type { Display } from '#contract/display.ts'
import { displayIn } from '#contract/display-in.ts'
import styles from './house-price.module.css'

interface HousePriceProps {
  listing: Listing
  display: Display | undefined
  formatDollars: typeof formatPrice
}

/**
 * Shows the price in the currency of the seller, and below it the price in the currency of the
 * person. A tap on the converted price unfolds the exchange rate.
 */
export function HousePrice({ listing, display: chosen, formatDollars }: HousePriceProps) {
  const { data: rates } = useQuery(ratesQuery)
  const hasAccount = useDisplay() !== undefined
  const inDollars = rates && displayIn('USD', 'm2', rates)
  const display = chosen ?? inDollars
  const converted = formatConvertedPrice(listing, display)
  const isInYen = listing.yen !== undefined
  // The exchange rates that the conversion used. A conversion from dollars uses the dollar rate,
  // because the price is first converted to yen. A conversion to a currency other than yen uses the
  // rate of that currency.
  const used = [!isInYen && inDollars, display?.currency !== 'JPY' && display].filter(
    (rate) => rate !== false && rate !== undefined,
  )
  return (
    <div>
      <p className={styles.asked}>{formatAskedPrice(listing, formatDollars)}</p>
      {converted && (
        <details className={styles.converted}>
          <summary>{converted}</summary>
          <p>
            <span>{`The seller’s price is in ${isInYen ? 'yen' : 'dollars'}.`}</span>
            {used.length > 0 && (
              <>
                {' '}
                <span>Converted at</span>{' '}
                {used.map((display, position) => (
                  <Fragment key={display.currency}>
                    <span>{position > 0 && ' and '}</span>
                    <RateNote display={display} />
                  </Fragment>
                ))}
                <span>.</span>
              </>
            )}{' '}
            {hasAccount && <Link to="/account">Change currency</Link>}
          </p>
        </details>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { RateNote } from '#client/components/rate-note.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import { ratesQuery } from '#client/data/rates.ts'
import type { Listing } from '#client/data/to-listing.ts'
import type { formatPrice } from '#client/format/format.ts'
import { formatAskedPrice, formatConvertedPrice } from '#client/format/price.ts'
import { displayIn } from '#contract/converted-price.ts'
import type { Display } from '#contract/display.ts'
import styles from './converted-price.module.css'

interface ConvertedPriceProps {
  listing: Listing
  display: Display | undefined
  formatDollars: typeof formatPrice
}

/** The price in the currency of the seller, and below it in the currency of the person. */
export function BothPrices(props: ConvertedPriceProps) {
  return (
    <>
      <span>{formatAskedPrice(props.listing, props.formatDollars)}</span>
      <ConvertedPrice {...props} />
    </>
  )
}

/** The price in the currency of the person. A tap unfolds the exchange rate and its date. */
export function ConvertedPrice({ listing, display, formatDollars }: ConvertedPriceProps) {
  const [isOpen, setOpen] = useState(false)
  const converted = formatConvertedPrice(listing, display, formatDollars)
  if (converted === undefined) return null
  return (
    <details
      className={styles.converted}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{converted}</summary>
      {isOpen && <UsedRates isInYen={listing.yen !== undefined} display={display} />}
    </details>
  )
}

/**
 * The exchange rates that the conversion used. A conversion from dollars uses the dollar rate,
 * because the price is first converted to yen. A conversion to a currency other than yen uses the
 * rate of that currency.
 */
function UsedRates({ isInYen, display }: { isInYen: boolean; display: Display | undefined }) {
  const { data: rates } = useQuery(ratesQuery)
  const hasAccount = useDisplay() !== undefined
  const inDollars = rates && displayIn('USD', 'm2', rates)
  const used = [!isInYen && inDollars, display?.currency !== 'JPY' && display].filter(
    (rate) => rate !== false && rate !== undefined,
  )
  return (
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
  )
}

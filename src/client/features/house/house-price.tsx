import { useQuery } from '@tanstack/react-query'
import { ratesQuery } from '#client/data/rates.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { ConvertedPrice } from '#client/features/listings/converted-price.tsx'
import { type formatPrice, formatYen } from '#client/format/format.ts'
import { formatAskedPrice } from '#client/format/price.ts'
import { displayIn } from '#contract/converted-price.ts'
import type { Display } from '#contract/display.ts'
import styles from './house-price.module.css'

interface HousePriceProps {
  listing: Listing
  display: Display | undefined
  formatDollars: typeof formatPrice
}

/**
 * Shows the price in the currency of the seller, and below it the price in the currency of the
 * person.
 */
export function HousePrice({ listing, display, formatDollars }: HousePriceProps) {
  const { data: rates } = useQuery(ratesQuery)
  const inDollars = rates && displayIn('USD', 'm2', rates)
  return (
    <div className={styles.price}>
      <p className={styles.asked}>{formatAskedPrice(listing, formatDollars)}</p>
      <SourcePrice listing={listing} />
      <ConvertedPrice
        listing={listing}
        display={display ?? inDollars}
        formatDollars={formatDollars}
      />
    </div>
  )
}

/** The source's own words about the price, and the rent if the house is for sale and for rent. */
function SourcePrice({ listing: { priceText, rent, isForRent, ...price } }: { listing: Listing }) {
  const isRead = price.yen !== undefined || price.price !== undefined
  return (
    <>
      {priceText && isRead && (
        <p className="soft">
          <span>In the source:</span>{' '}
          <span lang="ja" translate="no">
            {priceText}
          </span>
        </p>
      )}
      {rent !== undefined && !isForRent && (
        <p className="soft">{`Also for rent: ${formatYen(rent)} a month`}</p>
      )}
    </>
  )
}

import type { Listing } from '#client/data/to-listing.ts'
import { formatAge, formatArea, formatCompactYen, formatPrice } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import styles from './facts.module.css'

/** The price in dollars, and the original price in yen. */
export function PriceWithYen({ listing }: { listing: Listing }) {
  return (
    <>
      {formatPrice(listing.price)}
      {listing.yen !== undefined && (
        <span className={styles.yen}>{formatCompactYen(listing.yen)}</span>
      )}
    </>
  )
}

/** Rooms, areas and year in one line. Unknown and zero values are left out. */
export function FactLine({ listing }: { listing: Listing }) {
  const { floorPlan, area, landArea, yearBuilt } = listing
  return (
    <ul className={styles.line} aria-label="Facts">
      {floorPlan && (
        <li className={styles.plan}>
          <Bilingual>{floorPlan}</Bilingual>
        </li>
      )}
      {isSome(area) && (
        <li>
          <Bilingual>{formatArea(area, { whole: true })}</Bilingual>
        </li>
      )}
      {isSome(landArea) && (
        <li>
          <Bilingual>{formatArea(landArea, { whole: true })}</Bilingual> land
        </li>
      )}
      {yearBuilt !== undefined && (
        <li>
          <span className="visually-hidden">built </span>
          {yearBuilt}
        </li>
      )}
    </ul>
  )
}

function isSome(area: number | string | undefined): area is number | string {
  return area !== undefined && Number(area) !== 0
}

/** The prefecture, and how long ago the listing was added. */
export function PlaceAndAge({ listing, now }: { listing: Listing; now: Date }) {
  return (
    <p className={styles.place}>
      {listing.prefecture}
      {listing.listingDate && (
        <>
          {' · added '}
          <time dateTime={listing.listingDate}>{formatAge(listing.listingDate, now)}</time>
        </>
      )}
    </p>
  )
}

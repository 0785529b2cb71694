import type { Listing } from '#client/data/to-listing.ts'
import { formatAge, formatArea, formatCompactYen, formatPrice } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import styles from './facts.module.css'

/** Dollars, and the yen they come from. */
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

/** Rooms, sizes and year in one line. What is not known, or nothing, is left out. */
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

/** Where it is, and how long it has been here. */
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

import type { Listing } from '#client/data/to-listing.ts'
import { formatAge, formatArea } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { Display } from '#contract/display.ts'
import styles from './facts.module.css'

/** Tags that name the kind of a house, the most telling first. */
const KINDS = ['kominka', 'single-story']

interface FactsProps {
  listing: Listing
  display: Display | undefined
}

/**
 * The facts that tell houses apart, the most telling first: `1960 kominka · 10DK · 257 m²`. Unknown
 * and zero values are left out.
 */
export function FactLine({ listing, display }: FactsProps) {
  const { floorPlan, area, landArea, yearBuilt, tags } = listing
  const inUnit = { whole: true, unit: display?.area_unit }
  const kind = KINDS.find((tag) => tags.includes(tag))
  return (
    <ul className={styles.line} aria-label="Facts">
      {(yearBuilt !== undefined || kind) && (
        <li className={styles.kind}>
          {yearBuilt !== undefined && (
            <>
              <span className="visually-hidden">built </span>
              <span>{yearBuilt}</span>
            </>
          )}
          {kind && <span>{`${yearBuilt === undefined ? '' : ' '}${kind.replace('-', ' ')}`}</span>}
        </li>
      )}
      {floorPlan && (
        <li>
          <Bilingual>{floorPlan}</Bilingual>
        </li>
      )}
      {isSome(area) && (
        <li>
          <Bilingual>{formatArea(area, inUnit)}</Bilingual>
        </li>
      )}
      {isSome(landArea) && (
        <li>
          <Bilingual>{formatArea(landArea, inUnit)}</Bilingual> land
        </li>
      )}
    </ul>
  )
}

function isSome(area: number | string | undefined): area is number | string {
  return area !== undefined && Number(area) !== 0
}

/**
 * The prefecture of a listing and its age, which is the time since Engawa added the listing. If
 * this time is unknown, the date of the source's data is shown instead.
 */
export function PlaceAndAge({ listing, now }: { listing: Listing; now: Date }) {
  return (
    <p className="caption">
      <span translate="no">{listing.prefecture}</span>
      {listing.listingDate ? (
        <span>
          &nbsp;· added{' '}
          <time className={styles.age} dateTime={listing.listingDate}>
            {formatAge(listing.listingDate, now)}
          </time>
        </span>
      ) : (
        <span>{listing.asOf && `\u00a0· listed as of ${listing.asOf}`}</span>
      )}
    </p>
  )
}

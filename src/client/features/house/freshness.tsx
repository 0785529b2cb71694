import type { Listing } from '#client/data/to-listing.ts'
import { Row } from '#client/features/listings/listing-rows.tsx'
import { formatLongDay } from '#client/format/days.ts'

/** The age of the offer, if it is known. */
export function Freshness({ listing: { asOf, listingDate } }: { listing: Listing }) {
  const known = [
    asOf && `Listed as of ${asOf}.`,
    listingDate && `Added ${formatLongDay(listingDate)}.`,
  ].filter(Boolean)
  if (known.length === 0) return null
  return <Row name="Freshness">{known.join(' ')}</Row>
}

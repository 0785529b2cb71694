import type { ReactNode } from 'react'
import { HouseHistory } from '#client/components/house-history.tsx'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { useAnyDisplay } from '#client/components/use-visitor-display.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { OutsideLink } from '#client/features/listings/contact.tsx'
import { Credits } from '#client/features/listings/credits.tsx'
import { ListingRows, Row } from '#client/features/listings/listing-rows.tsx'
import type { formatPrice } from '#client/format/format.ts'
import { formatAskedPrice } from '#client/format/price.ts'
import { Freshness } from './freshness.tsx'
import { HouseFacts } from './house-facts.tsx'
import styles from './house-sections.module.css'
import { OtherListings } from './other-listings.tsx'
import { Remarks } from './remarks.tsx'
import { WhomToAsk } from './whom-to-ask.tsx'

/** Loaded lazily, so that the texts of the page do not wait for the maps. */
const WhereItIs = lazyPart(() => import('./where-it-is.tsx'))

/** The description and features are the same for every house, because listings contain neither. */
const DESCRIPTION =
  'A vacant house in Japan. Visit it before you decide, and ask the seller or the municipality about its condition.'
const FEATURES = ['Vacant house', 'For sale'] as const

interface HouseSectionsProps {
  listing: Listing
  formatDollars: typeof formatPrice
  /** The person's notes, which stand below the facts and the place of the house. */
  notes?: ReactNode
  /** More content, which stands below the facts of the house. */
  children?: ReactNode
}

/** The facts about a house, in the order of a buyer's usual questions. */
export function HouseSections({ listing, formatDollars, notes, children }: HouseSectionsProps) {
  const display = useAnyDisplay()
  const { referenceUrl, link } = listing
  return (
    <>
      <ListingRows
        listing={listing}
        display={display}
        price={formatAskedPrice(listing, formatDollars)}
      >
        <Freshness listing={listing} />
        {referenceUrl && (
          <Row name="Reference URL">
            <OutsideLink href={referenceUrl} listingId={listing.id} />
          </Row>
        )}
        {link && link !== referenceUrl && (
          <Row name="Original Link">
            <OutsideLink href={link} listingId={listing.id} />
          </Row>
        )}
        <OtherListings listing={listing} formatDollars={formatDollars} />
      </ListingRows>
      <HouseFacts listing={listing} />
      <WhereItIs listing={listing} />
      {notes}
      <WhomToAsk listing={listing} />
      <Remarks listing={listing} />
      <HouseHistory listing={listing} />
      <section>
        <h3 className={styles.heading}>About this listing</h3>
        <p>{DESCRIPTION}</p>
        <ul className={styles.features}>
          {FEATURES.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </section>
      {children}
      <Credits listings={[listing]} />
    </>
  )
}

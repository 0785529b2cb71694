import type { Listing } from '#client/data/to-listing.ts'
import { OutsideLink } from '#client/features/listings/contact.tsx'
import { Row } from '#client/features/listings/listing-rows.tsx'
import { SameHouseLink } from '#client/features/listings/same-house-link.tsx'
import type { formatPrice } from '#client/format/format.ts'
import { formatAskedPrice } from '#client/format/price.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import noticeStyles from './notice.module.css'
import styles from './other-listings.module.css'

/** Says that searches show another listing of the same house, with a link to it. */
export function FoldedNotice({ id }: { id: string }) {
  return (
    <p className={noticeStyles.notice}>
      <span>Searches show another listing of this house. </span>
      <SameHouseLink id={id} />
    </p>
  )
}

interface OtherListingsProps {
  listing: Listing
  formatDollars: typeof formatPrice
}

/** The other sources of the house, with their prices if these differ. */
export function OtherListings({ listing, formatDollars }: OtherListingsProps) {
  const { otherListings, isForRent } = listing
  if (otherListings.length === 0) return null
  const own = formatAskedPrice(listing, formatDollars)
  return (
    <Row name="Also listed by">
      <ul className={styles.list}>
        {otherListings.map(({ source, link, yen, dollars, rent }) => {
          const price = formatAskedPrice({ yen, price: dollars, rent, isForRent }, formatDollars)
          return (
            <li key={`${source} ${link}`}>
              <Bilingual>{price === own ? source : `${source}, ${price}`}</Bilingual>
              {link && <OutsideLink href={link} listingId={listing.id} />}
            </li>
          )
        })}
      </ul>
    </Row>
  )
}

import type { Listing } from '#client/data/to-listing.ts'
import { describeOffer } from '#client/format/offer.ts'
import { HouseSigns } from './house-signs.tsx'
import styles from './notice.module.css'
import { FoldedNotice } from './other-listings.tsx'

/**
 * Says whether the house is a sample, shown by another listing, withdrawn or under negotiation. Shows
 * its watch-outs and good signs.
 */
export function HouseNotices({ listing }: { listing: Listing }) {
  const offer = describeOffer(listing)
  return (
    <>
      {listing.sample && (
        <p className={styles.notice}>
          This is an invented sample house. It shows what a real listing looks like.
        </p>
      )}
      {listing.foldedInto && <FoldedNotice id={listing.foldedInto} />}
      {offer && <p className={styles.notice}>{offer}</p>}
      <HouseSigns listing={listing} />
    </>
  )
}

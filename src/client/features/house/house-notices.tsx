import type { Listing } from '#client/data/to-listing.ts'
import { describeOffer } from '#client/format/offer.ts'
import { HouseSigns } from './house-signs.tsx'
import styles from './notice.module.css'

/**
 * Says whether the house is a sample, withdrawn or under negotiation. Shows its watch-outs and good
 * signs.
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
      {offer && <p className={styles.notice}>{offer}</p>}
      <HouseSigns listing={listing} />
    </>
  )
}

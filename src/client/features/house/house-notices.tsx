import type { Listing } from '#client/data/to-listing.ts'
import { HouseSigns } from './house-signs.tsx'
import styles from './notice.module.css'

/** Says whether the house is a sample or withdrawn, and shows its watch-outs and good signs. */
export function HouseNotices({ listing }: { listing: Listing }) {
  return (
    <>
      {listing.sample && (
        <p className={styles.notice}>
          This is an invented sample house. It shows what a real listing looks like.
        </p>
      )}
      {listing.withdrawn && <p className={styles.notice}>This house is no longer offered.</p>}
      <HouseSigns listing={listing} />
    </>
  )
}

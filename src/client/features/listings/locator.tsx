import type { Listing } from '#client/data/to-listing.ts'
import { markName } from '#contract/mark-name.ts'
import styles from './locator.module.css'
import { Outline } from './outline.tsx'

/**
 * Replaces the photo of a house without photos: the outline of its prefecture, its town and its
 * tags.
 */
export function Locator({ listing: { prefecture, place, spot, tags } }: { listing: Listing }) {
  return (
    <>
      <Outline prefecture={prefecture} spot={spot} />
      <p className={styles.town}>
        {place?.en ?? prefecture} {place && <span lang="ja">{place.ja}</span>}
      </p>
      {tags.length > 0 && <p className={styles.tags}>{tags.map(markName).join(' · ')}</p>}
    </>
  )
}

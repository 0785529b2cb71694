import { Outline } from '#client/components/outline.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { markName } from '#contract/mark-codes.ts'
import { withNoBreaks } from '#contract/no-break.ts'
import styles from './locator.module.css'

interface LocatorProps {
  listing: Listing
  /** Whether the panel names the town. A card names the town below the panel. */
  isNamed?: boolean
  /**
   * What screen readers read for the outline of the prefecture. By default, they read that there is
   * no photo.
   */
  label?: string | undefined
}

/**
 * Shown where the photo would be, if a house has no photos. Contains the outline of the prefecture,
 * the name of the town, and the tags of the house.
 */
export function Locator({ listing, isNamed = true, label }: LocatorProps) {
  const { prefecture, place, spot, tags } = listing
  return (
    <>
      <Outline {...{ prefecture, spot, label }} />
      <div className={styles.text}>
        {isNamed && (
          <p className={styles.town} translate="no">
            {place?.en ?? prefecture}
          </p>
        )}
        {isNamed && place && (
          <p className={styles.japanese} lang="ja" translate="no">
            {place.ja}
          </p>
        )}
        {tags.length > 0 && (
          <p className={styles.tags}>{withNoBreaks(tags.map(markName).join(' · '))}</p>
        )}
      </div>
    </>
  )
}

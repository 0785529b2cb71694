import type { ReactNode } from 'react'
import { Outline } from '#client/components/outline.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { markName } from '#contract/mark-name.ts'
import styles from './locator.module.css'

interface LocatorProps {
  listing: Listing
  /** A heading that is shown instead of the name of the town. */
  heading?: ReactNode
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
export function Locator({ listing, heading, label }: LocatorProps) {
  const { prefecture, place, spot, tags } = listing
  return (
    <>
      <Outline {...{ prefecture, spot, label }} />
      <div className={styles.text}>
        {heading ?? (
          <p className={styles.town} translate="no">
            {place?.en ?? prefecture}
          </p>
        )}
        {place && (
          <p className={styles.japanese} lang="ja" translate="no">
            {place.ja}
          </p>
        )}
        {tags.length > 0 && <p className={styles.tags}>{tags.map(markName).join(' · ')}</p>}
      </div>
    </>
  )
}

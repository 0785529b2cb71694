import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { Locator } from './locator.tsx'
import styles from './no-photos.module.css'

interface NoPhotosProps {
  listing: Listing
  /** Says that there are no photos. */
  children: ReactNode
}

/** The panel for an opened house without photos. Shows where the house lies. */
export function NoPhotos({ listing, children }: NoPhotosProps) {
  const { place, prefecture, spot } = listing
  return (
    <div className={styles.panel}>
      <Locator listing={listing} label={`Outline of ${prefecture}`} />
      <div className={styles.words}>
        {place && spot && <p>{`The dot on the map marks ${place.en}, not the house itself.`}</p>}
        <p>{children}</p>
      </div>
    </div>
  )
}

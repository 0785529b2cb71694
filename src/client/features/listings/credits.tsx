import type { Listing } from '#client/data/to-listing.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import styles from './credits.module.css'

/** The credits that the data sources of these listings require. Equal credits appear only once. */
export function Credits({ listings }: { listings: Listing[] }) {
  const credits = [
    ...new Set(listings.flatMap(({ attribution }) => attribution?.split('\n') ?? [])),
  ]
  if (credits.length === 0) return null
  return (
    <footer className={styles.credits}>
      {credits.map((credit) => (
        <p key={credit}>
          <Bilingual>{credit}</Bilingual>
        </p>
      ))}
    </footer>
  )
}

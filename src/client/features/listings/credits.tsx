import type { Listing } from '#client/data/to-listing.ts'
import { languageOf } from '#client/format.ts'
import styles from './credits.module.css'

/** The credit that the sources of these listings ask for, each once. */
export function Credits({ listings }: { listings: Listing[] }) {
  const credits = [...new Set(listings.flatMap(({ attribution }) => attribution ?? []))]
  if (credits.length === 0) return null
  return (
    <footer className={styles.credits}>
      {credits.map((credit) => (
        <p key={credit} lang={languageOf(credit)}>
          {credit}
        </p>
      ))}
    </footer>
  )
}

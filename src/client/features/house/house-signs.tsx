import type { Listing } from '#client/data/to-listing.ts'
import { SignMeaning } from '#client/features/listings/sign-meaning.tsx'
import fold from '#client/ui/fold.module.css'
import { markName } from '#contract/mark-codes.ts'
import styles from './house-signs.module.css'

export function HouseSigns({ listing: { watchOuts, goodSigns } }: { listing: Listing }) {
  return (
    <>
      <Signs heading="Watch out for" codes={watchOuts} />
      <Signs heading="Good signs" codes={goodSigns} />
    </>
  )
}

function Signs({ heading, codes }: { heading: string; codes: readonly string[] }) {
  if (codes.length === 0) return null
  return (
    <section>
      <h3 className={styles.heading}>{heading}</h3>
      {codes.map((code) => (
        <details key={code} className={styles.sign}>
          <summary className={fold.summary}>{markName(code)}</summary>
          <div className={styles.meaning}>
            <SignMeaning code={code} />
          </div>
        </details>
      ))}
    </section>
  )
}

/** Lists the tags of a house. A tag names in English what the seller's remarks clearly say. */
export function Tags({ tags }: Pick<Listing, 'tags'>) {
  if (tags.length === 0) return null
  return (
    <ul className={styles.tags} aria-label="In the remarks">
      {tags.map((tag) => (
        <li key={tag}>{markName(tag)}</li>
      ))}
    </ul>
  )
}

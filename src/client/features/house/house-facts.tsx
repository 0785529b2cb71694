import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { Row } from '#client/features/listings/listing-rows.tsx'
import fold from '#client/ui/fold.module.css'
import { Facts } from '#contract/facts.ts'
import { factGroups } from './fact-groups.ts'
import styles from './house-facts.module.css'

/**
 * Lists the facts that the source states, in groups, and below them the names of the facts that are
 * not stated. These names appear only after the whole record has loaded, because the short record
 * of a listing card contains no facts.
 */
export function HouseFacts({ listing }: { listing: Listing }) {
  const { facts, photoCount } = listing.record
  const isCut = photoCount !== undefined
  const known = Facts.parse(facts ?? {})
  const groups = factGroups(known, listing)
  const stated = groups.map(({ rows }) => rows.filter(({ value }) => value !== undefined))
  const missing = groups.flatMap(({ rows }) =>
    rows.flatMap(({ name, value }) => (value === undefined ? name : [])),
  )
  return (
    <>
      <div className={styles.groups}>
        {groups.map(({ heading }, at) => (
          <Group key={heading} heading={heading}>
            {stated[at]?.map(({ name, value, meaning }) => (
              <Row key={name} name={name}>
                {meaning ? <Term meaning={meaning}>{value}</Term> : value}
              </Row>
            ))}
          </Group>
        ))}
      </div>
      {!isCut && missing.length > 0 && (
        <p className="caption">{`Not stated: ${missing.join(', ')}.`}</p>
      )}
    </>
  )
}

/** A term of law or building. A tap on it unfolds what it means for a buyer. */
function Term({ children, meaning }: { children: ReactNode; meaning: string }) {
  return (
    <details>
      <summary className={`${fold.summary} ${styles.term}`}>{children}</summary>
      <p className="caption">{meaning}</p>
    </details>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode[] | undefined }) {
  if (!children || children.length === 0) return null
  return (
    <section>
      <h3 className={styles.heading}>{heading}</h3>
      <dl className={styles.rows}>{children}</dl>
    </section>
  )
}

import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { now } from '#client/browser/clock.ts'
import { Outline } from '#client/components/outline.tsx'
import { RateNote } from '#client/components/rate-note.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import { assessedValuesQuery } from '#client/data/assessed-values.ts'
import { ratesQuery } from '#client/data/rates.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { Credits } from '#client/features/listings/credits.tsx'
import { ListingPicture } from '#client/features/listings/listing-picture.tsx'
import { titleId } from '#client/format/listing-ids.ts'
import { splitTitle } from '#client/format/split-title.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { Group } from './compare-group.tsx'
import { compareHouses, SIGNS } from './compare-rows.ts'
import styles from './compare-table.module.css'
import { OwnNotes } from './own-notes.tsx'

export function CompareTable({ listings }: { listings: Listing[] }) {
  const display = useDisplay()
  const [showsAll, setShowsAll] = useState(true)
  const assessed = useQueries({ queries: listings.map(({ id }) => assessedValuesQuery(id)) })
  const { data: rates } = useQuery(ratesQuery)
  const { groups, missing } = compareHouses(listings, {
    display,
    assessed: new Map(listings.map(({ id }, at) => [id, assessed[at]?.data ?? {}])),
    rates,
    now: now(),
  })
  const hasDifferences = listings.length > 1
  const shown = { listings, showsSame: showsAll || !hasDifferences }
  const signs = groups.filter(({ heading }) => heading === SIGNS)
  const facts = groups.filter((group) => !signs.includes(group))
  return (
    <>
      {hasDifferences && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={!showsAll}
            onChange={({ target }) => setShowsAll(!target.checked)}
          />
          Show only what differs
        </label>
      )}
      {/* The section can take the focus, so that the arrow keys scroll the table. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls. */}
      <section className={styles.scroll} aria-label="Comparison" tabIndex={0}>
        <table className={styles.table} data-count={listings.length}>
          <thead>
            <tr>
              <td className={styles.corner} />
              {listings.map((listing) => (
                <House key={listing.id} listing={listing} listings={listings} />
              ))}
            </tr>
          </thead>
          {signs.map((group) => (
            <Group key={group.heading} group={group} {...shown} />
          ))}
          <OwnNotes {...shown} />
          {facts.map((group) => (
            <Group key={group.heading} group={group} {...shown} />
          ))}
        </table>
      </section>
      {missing.length > 0 && (
        <p className="caption">{`Not stated for any of these houses: ${missing.join(', ')}.`}</p>
      )}
      {display && display.currency !== 'JPY' && (
        <p className="caption">
          Converted at <RateNote display={display} />.
        </p>
      )}
      <Credits listings={listings} />
    </>
  )
}

/** The head of a house's column: its picture, its title, and a button that removes the column. */
function House({ listing, listings }: { listing: Listing; listings: Listing[] }) {
  const { id, title, photos, prefecture, spot } = listing
  const { where, facts } = splitTitle(title)
  const ids = listings.flatMap((other) => (other === listing ? [] : other.id)).join()
  return (
    <th className={styles.house} scope="col">
      <div className={styles.picture}>
        {photos[0] ? (
          <ListingPicture
            photo={photos[0]}
            alt=""
            sizes={`(min-width: 64rem) calc(68rem / ${listings.length}), 12rem`}
            loading="now"
          />
        ) : (
          <Outline prefecture={prefecture} spot={spot} />
        )}
      </div>
      <Link className={styles.title} id={titleId(id)} to="/listings/$id" params={{ id }}>
        <span className={styles.where}>
          <Bilingual>{where}</Bilingual>
        </span>
        {facts.length > 0 && (
          <span className={styles.facts}>
            <span className="visually-hidden"> · </span>
            <Bilingual>{facts.join(' · ')}</Bilingual>
          </span>
        )}
      </Link>
      {listings.length > 1 && (
        <Link
          className={styles.remove}
          to="/favorites/compare"
          search={{ ids }}
          replace
          resetScroll={false}
          aria-label="Remove from the comparison"
          aria-describedby={titleId(id)}
        >
          <CloseIcon />
        </Link>
      )}
    </th>
  )
}

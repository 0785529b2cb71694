import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { latestFailure } from '#client/api/failures.ts'
import { usePlaceNamesNow } from '#client/components/use-place-names.ts'
import { listingsQuery } from '#client/data/listings.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { type Listing, toListing } from '#client/data/to-listing.ts'
import { ListingCards } from '#client/features/listings/listing-cards.tsx'
import { LoadingCards } from '#client/features/listings/results-states.tsx'
import { possibleHeading } from '#client/format/distance-words.ts'
import { formatHouses } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import styles from './possible-houses.module.css'

const EXPLANATION =
  'A part of the municipality is near enough, but the house may lie anywhere in it. Ask before you travel.'

interface PossibleHousesProps {
  params: ListingsParams
  /** Whether the results continue on other pages. The heading then has a link instead of houses. */
  isFolded: boolean
  actions: (listing: Listing) => ReactNode
  /** Shown if no house surely matches and none may match. False if houses surely match. */
  none: ReactNode
}

/**
 * The houses that only may be within the searched distances, apart from the results. The first ones
 * stand below the last page of the results, and all of them are one link away.
 */
export function PossibleHouses({ params, isFolded, actions, none }: PossibleHousesProps) {
  const titleId = useId()
  const names = usePlaceNamesNow(params)
  const possible: ListingsParams = { ...params, match: 'possible', page: undefined }
  const query = useQuery(listingsQuery(possible))
  const data = query.isPlaceholderData ? undefined : query.data
  if (!data && none && !latestFailure(query)) return <LoadingCards />
  if (!data || data.total_count === 0) return none
  const listings = data.results.map(toListing)
  return (
    <section className={styles.possible} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Bilingual>{possibleHeading(params, names)}</Bilingual>
      </h2>
      <p className="soft">
        {`${none ? 'No house surely matches. ' : ''}${formatHouses(data.total_count)}. ${EXPLANATION}`}
      </p>
      {!isFolded && (
        <ListingCards
          listings={listings}
          page={{ params: possible, total: listings.length, totalPages: 1 }}
          actions={actions}
        />
      )}
      {(isFolded || data.total_pages > 1) && (
        <Link
          className={styles.all}
          from="/listings"
          to="/listings"
          search={(current) => ({ ...current, match: 'possible' as const, page: undefined })}
        >
          {`Show all ${formatHouses(data.total_count)} that may match`}
        </Link>
      )}
    </section>
  )
}

/** The heading above the houses that only may match, when they are the results. */
export function PossibleTitle({ params }: { params: ListingsParams }) {
  const names = usePlaceNamesNow(params)
  return (
    <div className={styles.title}>
      <h2>
        <Bilingual>{possibleHeading(params, names)}</Bilingual>
      </h2>
      <p className="soft">{EXPLANATION}</p>
      <Link
        className={styles.all}
        from="/listings"
        to="/listings"
        search={(current) => ({ ...current, match: undefined, page: undefined })}
      >
        Show the houses that surely match
      </Link>
    </div>
  )
}

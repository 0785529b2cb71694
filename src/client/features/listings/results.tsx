import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { listingsQuery } from '#client/data/listings.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { type Listing, toListing } from '#client/data/to-listing.ts'
import { useIsReturning } from '#client/ui/returning.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/choices.ts'
import type { ListingPage } from '#contract/listings.ts'
import { Credits } from './credits.tsx'
import { ListingCards } from './listing-cards.tsx'
import { Pagination } from './pagination.tsx'
import styles from './results.module.css'
import {
  ListingsError,
  LoadingCards,
  NoListings,
  NoSuchPage,
  type NotSavedSlot,
} from './results-states.tsx'

interface ResultsProps {
  params: ListingsParams
  /** How they are ordered, and whatever else stands above them. */
  toolbar: ReactNode
  actions: (listing: Listing) => ReactNode
  notSaved: NotSavedSlot
}

/** One page of what was found. What was asked for is seen to be on its way before any of it is drawn. */
export function Results({ params: asked, toolbar, ...slots }: ResultsProps) {
  const drawn = useDeferredValue(asked)
  const params = useIsReturning() ? asked : drawn
  const query = useQuery(listingsQuery(params))
  return (
    <section aria-label="Results">
      <div className={styles.head}>
        {toolbar}
        <p className={styles.count} role="status">
          {countLine(params, query)}
        </p>
      </div>
      <div className={styles.found} aria-busy={params !== asked || query.isPlaceholderData}>
        <Found {...slots} params={params} query={query} />
      </div>
    </section>
  )
}

type PageQuery = UseQueryResult<ListingPage>

function isWaiting({ data, error, isFetching }: PageQuery) {
  return !data && (isFetching || !error)
}

function countLine({ page = 1, pageSize = DEFAULT_PAGE_SIZE }: ListingsParams, query: PageQuery) {
  if (isWaiting(query)) return 'Loading listings...'
  const { results = [], total_count } = query.data ?? {}
  if (results.length === 0) return null
  const first = (page - 1) * pageSize + 1
  return `Showing ${first}-${first + results.length - 1} of ${total_count} results`
}

interface FoundProps extends Omit<ResultsProps, 'toolbar'> {
  query: PageQuery
}

function Found({ params, query, actions, notSaved }: FoundProps) {
  const { data, error, isPlaceholderData, refetch } = query
  const shown = useShown(params, isPlaceholderData)
  const listings = useMemo(() => data?.results.map(toListing), [data])
  if (isWaiting(query)) return <LoadingCards />
  if (!data || !listings) {
    return <ListingsError error={error} onRetry={() => void refetch()} notSaved={notSaved} />
  }

  const { page = 1 } = params
  if (data.total_count === 0) {
    return (
      <NoListings>
        <p>Try adjusting your filters</p>
      </NoListings>
    )
  }
  if (listings.length === 0) return <NoSuchPage page={page} totalPages={data.total_pages} />
  return (
    <>
      <ListingCards key={shown} listings={listings} actions={actions} />
      <Pagination page={page} totalPages={data.total_pages} />
      <Credits listings={listings} />
    </>
  )
}

/** Tells the page that is in sight from every other, also while the next one is on its way. */
function useShown(params: ListingsParams, isOnItsWay: boolean) {
  const asked = JSON.stringify(params)
  const [shown, setShown] = useState(asked)
  if (!isOnItsWay && shown !== asked) setShown(asked)
  return shown
}

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { latestFailure } from '#client/api/failures.ts'
import { CountLine } from '#client/components/count-line.tsx'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { PagePart } from '#client/components/page-part.tsx'
import { listingsQuery } from '#client/data/listings.ts'
import { hasDistance, type ListingsParams } from '#client/data/listings-params.ts'
import { type Listing, toListing } from '#client/data/to-listing.ts'
import { Credits } from '#client/features/listings/credits.tsx'
import { ListingCards } from '#client/features/listings/listing-cards.tsx'
import {
  ListingsError,
  LoadingCards,
  NoListings,
} from '#client/features/listings/results-states.tsx'
import { Button } from '#client/ui/button.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { useIsRestoringScroll } from '#client/ui/restore-scroll.ts'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/choices.ts'
import type { ListingPage } from '#contract/listings.ts'
import { countFilters } from './filters.ts'
import { Pagination } from './pagination.tsx'
import styles from './results.module.css'

/** Their code loads lazily, because most searches have no distance. */
const PossibleHouses = lazyPart(
  async () => ({ default: (await import('./possible-houses.tsx')).PossibleHouses }),
  { failed: () => null },
)
const PossibleTitle = lazyPart(
  async () => ({ default: (await import('./possible-houses.tsx')).PossibleTitle }),
  { failed: () => null },
)

interface ResultsProps {
  params: ListingsParams
  /** The controls above the results. */
  toolbar: ReactNode
  filters: ReactNode
  /** The map of the results, if the person has opened the map. */
  map: ReactNode
  /** Whether the list is hidden. On a narrow screen, the map replaces the list. */
  isListHidden: boolean
  onClear: () => void
  actions: (listing: Listing) => ReactNode
  badges: (listing: Listing) => ReactNode
  /** The link to what has changed. */
  news: ReactNode
}

/**
 * One page of results. React renders the results of a changed search in a deferred update, so that
 * the loading state appears first.
 */
export function Results(props: ResultsProps) {
  const { params: asked, toolbar, filters, map, isListHidden, news, ...slots } = props
  const drawn = useDeferredValue(asked)
  const params = useIsRestoringScroll() ? asked : drawn
  const query = useQuery(listingsQuery(params))
  const mayMatch =
    hasDistance(params) && !params.match && query.data !== undefined && !query.isPlaceholderData
  const hasOnlyPossible = mayMatch && query.data.total_count === 0
  return (
    <section aria-label="Results">
      <div className={styles.head}>
        <PagePart>{toolbar}</PagePart>
        <div className={styles.count}>
          <CountLine news={news}>{countLine(params, read(query))}</CountLine>
        </div>
      </div>
      <PagePart>{filters}</PagePart>
      <div className={map ? styles.split : undefined}>
        <div
          className={styles.found}
          hidden={isListHidden}
          aria-busy={params !== asked || query.isPlaceholderData}
        >
          <PagePart>
            {params.match && !query.isPlaceholderData && <PossibleTitle params={params} />}
            {!hasOnlyPossible && <Found {...slots} params={params} query={query} />}
          </PagePart>
          {mayMatch && (
            <PagePart>
              <PossibleHouses
                params={params}
                isFolded={(params.page ?? 1) < query.data.total_pages}
                actions={slots.actions}
                none={hasOnlyPossible && <NoMatch params={params} onClear={slots.onClear} />}
              />
            </PagePart>
          )}
        </div>
        <PagePart>{map}</PagePart>
      </div>
    </section>
  )
}

type PageQuery = UseQueryResult<ListingPage>

/** The page of results to show, or the error. Both are undefined while the page loads. */
function read({ data, isPlaceholderData, ...query }: PageQuery) {
  const failure = latestFailure(query)
  // If the next page of results fails to load, show the error instead of the previous page.
  return { page: isPlaceholderData && failure ? undefined : data, failure, isPlaceholderData }
}

function countLine(
  { page = 1, pageSize = DEFAULT_PAGE_SIZE }: ListingsParams,
  { page: found, failure, isPlaceholderData }: ReturnType<typeof read>,
) {
  if (isPlaceholderData && found) return 'Loading listings...'
  if (!found) return failure ? null : 'Loading listings...'
  const { results, total_count } = found
  if (results.length === 0) return null
  const first = (page - 1) * pageSize + 1
  return `Showing ${first}-${first + results.length - 1} of ${total_count} results`
}

interface FoundProps extends Pick<ResultsProps, 'params' | 'onClear' | 'actions' | 'badges'> {
  query: PageQuery
}

function Found({ params, query, onClear, actions, badges }: FoundProps) {
  const shown = useShownParams(params, query)
  const { page: data, failure } = read(query)
  const listings = useMemo(() => data?.results.map(toListing), [data])
  if (!data || !listings) {
    if (!failure) return <LoadingCards />
    return (
      <ListingsError what="These results" error={failure} onRetry={() => void query.refetch()} />
    )
  }

  const { page = 1 } = shown
  if (data.total_count === 0) {
    return <NoMatch params={params} onClear={onClear} />
  }
  // The page is beyond the last one, because the results have changed, or because of a typed URL.
  if (listings.length === 0) return <LastPage totalPages={data.total_pages} />
  return (
    <>
      {lacksNewHouses(shown, listings) && <NoNewHouses listings={listings} />}
      <ListingCards
        key={JSON.stringify(shown)}
        listings={listings}
        page={{ params: shown, total: data.total_count, totalPages: data.total_pages }}
        actions={actions}
        badges={badges}
      />
      <Pagination page={page} next={params.page} totalPages={data.total_pages} />
      <Credits listings={listings} />
    </>
  )
}

function NoMatch({ params, onClear }: Pick<ResultsProps, 'params' | 'onClear'>) {
  return (
    <NoListings>
      <p>Try adjusting your filters</p>
      {countFilters(params) > 0 && (
        <Button
          variant="secondary"
          onClick={() => {
            focusPage()
            onClear()
          }}
        >
          Clear filters
        </Button>
      )}
    </NoListings>
  )
}

function LastPage({ totalPages }: { totalPages: number }) {
  return (
    <>
      <Navigate
        from="/listings"
        to="/listings"
        search={(params) => ({ ...params, page: totalPages > 1 ? totalPages : undefined })}
        replace
      />
      <LoadingCards />
    </>
  )
}

/**
 * Whether the order "Newest First", which is the default, has nothing new to begin with: every house
 * on the first page came with the first import of its source.
 */
function lacksNewHouses({ sort, page = 1 }: ListingsParams, listings: Listing[]) {
  return sort === undefined && page === 1 && listings.every(({ listingDate }) => !listingDate)
}

function NoNewHouses({ listings }: { listings: Listing[] }) {
  const months = new Set(listings.map(({ asOf }) => asOf))
  const [month] = months
  return (
    <p className={styles.old}>
      {months.size === 1 && month
        ? `No new houses: all are as listed in ${month}.`
        : 'No new houses.'}
    </p>
  )
}

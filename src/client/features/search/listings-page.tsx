import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from '#client/browser/when-idle.ts'
import { lazyExtra, lazyPart } from '#client/components/lazy-part.tsx'
import { citiesQuery, LISTINGS } from '#client/data/listings.ts'
import { type ListingsParams, parseListingsParams } from '#client/data/listings-params.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { FiltersIcon, ListIcon } from '#client/features/listings/icons.tsx'
import { Button } from '#client/ui/button.tsx'
import { PageContent } from '#client/ui/deferred.tsx'
import { FlashMessage } from '#client/ui/flash-message.tsx'
import { MapIcon } from '#client/ui/icons.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { MAP_BESIDE_LIST, useMediaQuery, WIDE } from '#client/ui/media-query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { restoreScroll } from '#client/ui/restore-scroll.ts'
import { Sheet } from '#client/ui/sheet.tsx'
import { countFilters, hasPlace, NO_FILTERS } from './filters.ts'
import styles from './listings-page.module.css'
import { Results } from './results.tsx'
import { ResultsToolbar } from './results-toolbar.tsx'

/**
 * The form with the filters. Its code loads lazily, so that the houses appear sooner. On a phone,
 * the form is closed until the person presses a button.
 */
const FilterForm = lazyPart(
  async () => ({ default: (await import('./filter-form.tsx')).FilterForm }),
  { pending: () => <Loading /> },
)

/**
 * The list of active filters. Its code loads lazily, because most searches begin without filters.
 */
const FilterChips = lazyPart(
  async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }),
  { pending: NoChips, failed: NoChips },
)

function NoChips() {
  return <div className={styles.chips} />
}

/** The saved searches load lazily, so that they do not delay the houses. */
const SavedSearches = lazyExtra(async () => ({
  default: (await import('./saved-searches/saved-searches.tsx')).SavedSearches,
}))

function preloadFilters() {
  FilterForm.preload()
  FilterChips.preload()
}

interface ListingsPageProps {
  params: ListingsParams
  actions: (listing: Listing) => ReactNode
  /** The badges on a card's picture. */
  badges: (listing: Listing) => ReactNode
  /** The link to what has changed. */
  news: ReactNode
  /** Renders the results on a map. Called only while the URL contains `view=map`. */
  map: (onChange: (changes: ListingsParams) => void) => ReactNode
}

/** The search page. Filters, order and page are stored only in the URL. */
export function ListingsPage({ params, actions, badges, news, map }: ListingsPageProps) {
  const navigate = useNavigate({ from: '/listings' })
  const queryClient = useQueryClient()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const isWide = useMediaQuery(WIDE)
  const isBeside = useMediaQuery(MAP_BESIDE_LIST)
  const isMap = params.view === 'map'
  /** The scroll position of the list while the map replaces it. */
  const listTop = useRef(0)
  const filterCount = countFilters(params)

  // After every change of the filters or of the page size, show page 1 of the results.
  const change = (changes: ListingsParams) =>
    void navigate({
      search: (current) => parseListingsParams({ ...current, ...changes, page: undefined }),
    })
  /** Keeps the page number, because another order changes no number of pages. */
  const sort = (order: Pick<ListingsParams, 'sort'>) =>
    void navigate({ search: (current) => parseListingsParams({ ...current, ...order }) })
  /** Requests the results again, even if they are cached and no filter has changed. */
  function search(filters: ListingsParams) {
    void queryClient.invalidateQueries({ queryKey: LISTINGS, refetchType: 'none' })
    change(filters)
  }
  // Keep the page number, because the map shows the same results as the list. Keep the scroll
  // position too, with `resetScroll: false`.
  const showMap = (isShown: boolean) => {
    if (isShown) listTop.current = scrollY
    void navigate({
      search: (current) => ({ ...current, view: isShown ? 'map' : undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  const closeSheet = () => setSheetOpen(false)

  // When the map replaces the list, scroll to the top of the map. When the list returns, restore
  // the scroll position of the list.
  useLayoutEffect(() => {
    if (isBeside) return
    if (!isMap && listTop.current > 0) return restoreScroll(listTop.current)
    scrollTo({ top: 0, behavior: 'instant' })
  }, [isMap, isBeside])
  useEffect(() => void whenIdle().then(preloadFilters), [])

  const filters = (
    <FilterForm
      params={params}
      onApply={change}
      onSearch={(filters) => {
        search(filters)
        closeSheet()
      }}
      onClear={() => {
        search(NO_FILTERS)
        closeSheet()
      }}
    />
  )
  return (
    <div className="page">
      {/* If the search has a place, `FilterChips` makes this place the page's title. */}
      {!hasPlace(params) && <PageTitle>All Listings</PageTitle>}
      <FlashMessage />
      <div className={styles.head}>
        <h1>All Listings</h1>
        <SavedSearches />
      </div>
      <StaleCity params={params} />
      <PageContent>
        <div className={styles.columns} data-map={isMap || undefined}>
          {isWide && <div className={styles.rail}>{filters}</div>}
          <Results
            params={params}
            map={isMap && map(change)}
            isListHidden={isMap && !isBeside}
            toolbar={
              <ResultsToolbar params={params} onPageSize={change} onSort={sort}>
                {!isWide && (
                  <Button
                    variant="secondary"
                    className={styles.filters}
                    onClick={() => setSheetOpen(true)}
                  >
                    <FiltersIcon />
                    <span>{`Filters${filterCount > 0 ? ` (${filterCount})` : ''}`}</span>
                  </Button>
                )}
                <Button
                  variant="secondary"
                  className={styles.map}
                  data-shown={isMap || undefined}
                  onClick={() => showMap(!isMap)}
                >
                  {isMap && !isBeside ? <ListIcon /> : <MapIcon />}
                  <span>{isMap ? (isBeside ? 'Hide map' : 'List') : 'Map'}</span>
                </Button>
              </ResultsToolbar>
            }
            filters={
              (filterCount > 0 || params.sort) && <FilterChips params={params} onRemove={change} />
            }
            onClear={() => search(NO_FILTERS)}
            actions={actions}
            badges={badges}
            news={news}
          />
        </div>
        {!isWide && (
          <Sheet title="Filters" isOpen={isSheetOpen} onClose={closeSheet}>
            <div className={styles.sheet}>{filters}</div>
          </Sheet>
        )}
      </PageContent>
    </div>
  )
}

/**
 * Removes a city from the URL if it is not in the chosen prefecture. Replaces a Japanese name of a
 * city, as in an older link, with the English name.
 */
function StaleCity({ params: { prefecture, city } }: { params: ListingsParams }) {
  const { data: cities } = useQuery(citiesQuery(prefecture))
  if (!city || !cities || cities.some(({ value }) => value === city)) return null
  const named = cities.find(({ japanese }) => japanese === city)
  return (
    <Navigate
      from="/listings"
      to="/listings"
      search={(params) =>
        named ? { ...params, city: named.value } : { ...params, city: undefined, page: undefined }
      }
      replace
    />
  )
}

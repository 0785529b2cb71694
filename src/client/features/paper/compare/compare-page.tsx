import { useHouses } from '#client/features/house/use-houses.ts'
import { ListingsError } from '#client/features/listings/results-states.tsx'
import { BackLink } from '#client/ui/back-link.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { PrintButton } from '../print-button.tsx'
import styles from './compare-page.module.css'
import { CompareTable } from './compare-table.tsx'

/**
 * The maximum number of compared houses. More columns would not fit side by side, neither on the
 * screen nor on paper.
 */
export const MOST_COMPARED = 4

export function ComparePage({ ids }: { ids: string[] }) {
  const { listings, missing, isLoading, error, retry } = useHouses(ids.slice(0, MOST_COMPARED))
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle>Compare Houses</PageTitle>
      <div className={styles.head}>
        <BackLink to="/favorites">Favorites</BackLink>
        {listings.length > 0 && <PrintButton />}
      </div>
      <h1>Compare Houses</h1>
      {missing > 0 && <p role="status">{describeMissing(missing)}</p>}
      {error && listings.length === 0 ? (
        <ListingsError what="These houses" error={error} onRetry={retry} />
      ) : isLoading && !error ? (
        <Loading />
      ) : listings.length === 0 ? (
        <NothingChosen />
      ) : (
        <>
          {error && <p role="status">Some of the houses are not saved on this device.</p>}
          <CompareTable listings={listings} />
        </>
      )}
    </div>
  )
}

function describeMissing(count: number) {
  return count === 1
    ? 'One of the houses is no longer on Engawa.'
    : `${count} of the houses are no longer on Engawa.`
}

function NothingChosen() {
  return (
    <EmptyState drawing={<TwoHouses />} title="No houses chosen">
      <p>Choose two to four houses in your favorites.</p>
      <ButtonLink to="/favorites">See your favorites</ButtonLink>
    </EmptyState>
  )
}

function TwoHouses() {
  return <path d="M6 44 30 24l24 20M12 40v38h36V40M66 44l24-20 24 20M72 40v38h36V40M4 78h112" />
}

import type { ReactNode } from 'react'
import { LoadError } from '#client/components/load-error.tsx'
import { SavedHousesLink } from '#client/components/saved-houses-link.tsx'
import { useHouses } from '#client/features/house/use-houses.ts'
import { NoSuchListing } from '#client/features/listings/results-states.tsx'
import { formatHouses, formatNumber } from '#client/format/format.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { PrintButton } from '../print-button.tsx'
import { Dossier } from './dossier.tsx'
import styles from './dossier-page.module.css'

/**
 * The maximum number of printed houses. With more houses, the browser would need minutes to lay out
 * the pages.
 */
const MOST_PRINTED = 50

interface DossierPageProps {
  /** The page's title, which is also the file name of a saved PDF. */
  title: string
  /** The ids of the houses. Undefined while they load. */
  ids: string[] | undefined
  /** The error, if the ids could not be loaded. */
  failure: { error: unknown; retry: () => void } | undefined
  /** The link back to the favorites or to the house. */
  back: ReactNode
  /** The name of the content, such as `This house`. An error message begins with this name. */
  what: string
  /** Links to other pages, shown if the houses could not be loaded. */
  children?: ReactNode
}

/**
 * The page from which the person prints houses or saves them as a PDF. Each house begins on a new
 * sheet.
 */
export function DossierPage({ title, ids, failure, back, what, children }: DossierPageProps) {
  const houses = useHouses(ids?.slice(0, MOST_PRINTED) ?? [])
  const { listings, missing, isLoading, retry } = houses
  const error = ids ? houses.error : failure?.error
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle>{listings.length === 1 ? (listings[0]?.title ?? title) : title}</PageTitle>
      <div className={styles.head}>
        {back}
        {listings.length > 0 && !isLoading && <PrintButton />}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.soft} role="status">
          {describe(listings.length, ids?.length ?? 0, missing)}
        </p>
      </div>
      {listings.length > 0 ? (
        listings.map((listing) => <Dossier key={listing.id} listing={listing} />)
      ) : error ? (
        <LoadError
          name="listings"
          what={what}
          error={error}
          onRetry={ids ? retry : (failure?.retry ?? retry)}
        >
          {children}
        </LoadError>
      ) : isLoading || !ids ? (
        <Loading />
      ) : missing > 0 ? (
        <NoSuchListing>
          <SavedHousesLink />
        </NoSuchListing>
      ) : (
        <EmptyState drawing={<Sheet />} title="Nothing to print">
          <p>Add houses to your favorites first.</p>
          <ButtonLink to="/listings">Browse Listings</ButtonLink>
        </EmptyState>
      )}
    </div>
  )
}

function describe(shown: number, chosen: number, missing: number) {
  const all = [formatHouses(shown)]
  if (chosen > MOST_PRINTED) all.push(`the first of ${formatNumber(chosen)}`)
  if (missing > 0) all.push(`without ${formatHouses(missing)} no longer on Engawa`)
  return shown > 1 || chosen > 1 ? `${all.join(', ')}. Each house begins on a new page.` : undefined
}

function Sheet() {
  return <path d="M36 6h36l16 16v62H36zM72 6v16h16M46 40h32M46 52h32M46 64h20" />
}

import type { ComponentProps, ReactNode } from 'react'
import { catalogueMark } from '#client/catalogue/catalogue-mark.ts'
import { LoadError } from '#client/components/load-error.tsx'
import { SavedHousesLink } from '#client/components/saved-houses-link.tsx'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { CardGrid } from './listing-card.tsx'
import styles from './results-states.module.css'

const CARDS = [1, 2, 3, 4, 5, 6]
const FEW_ROWS = 3

/**
 * Placeholder cards, about as many as a screen shows. `rows` is the number of lines in each card.
 */
export function LoadingCards({ rows }: { rows?: number }) {
  return (
    <CardGrid roomy={rows !== undefined}>
      {CARDS.map((card) => (
        <div key={card} className={styles.card} aria-hidden="true">
          <Skeleton className={styles.picture} />
          <div className={styles.body}>
            {Array.from({ length: rows ?? FEW_ROWS }, (_, row) => `row ${row}`).map((row) => (
              <Skeleton key={row} className={styles.row} />
            ))}
          </div>
        </div>
      ))}
    </CardGrid>
  )
}

/** `LoadingCards` with a status message, for pages that have no other status message. */
export function LoadingListings({ rows }: { rows?: number }) {
  return (
    <div>
      <p className={styles.loading} role="status">
        Loading listings...
      </p>
      <LoadingCards rows={rows} />
    </div>
  )
}

/** The error message for people with access, when houses could not be loaded. */
export function ListingsError(props: Omit<ComponentProps<typeof LoadError>, 'name'>) {
  return (
    <LoadError {...props} name="listings">
      <OfflineLinks />
    </LoadError>
  )
}

/** Links to the houses that open offline, and to the screen that saves all houses for offline. */
export function OfflineLinks() {
  const lacksCatalogue = useAccessScope() === 'catalogue' && !catalogueMark.isReady()
  return (
    <>
      <SavedHousesLink />
      {lacksCatalogue && (
        <ButtonLink variant="secondary" to="/device">
          Save all houses for offline
        </ButtonLink>
      )}
    </>
  )
}

export function NoListings({ children }: { children?: ReactNode }) {
  return (
    <EmptyState drawing={<ShutHouse />} title="No listings found">
      {children}
    </EmptyState>
  )
}

/**
 * Shown for a listing that is gone, never existed or is not visible to this person. `children` are
 * links to other pages.
 */
export function NoSuchListing({ children }: { children: ReactNode }) {
  return (
    <EmptyState drawing={<ShutHouse />} title="Listing not found or not accessible.">
      <p>The house may have been sold or withdrawn, or the link may be incomplete.</p>
      {children}
    </EmptyState>
  )
}

function ShutHouse() {
  return (
    <>
      <path d="M8 38 60 10l52 28M20 34v44h80V34" />
      <path d="M34 78V48h52v30M47 48v30M60 48v30M73 48v30M4 78h112" />
    </>
  )
}

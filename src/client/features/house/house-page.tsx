import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SavedHousesLink } from '#client/components/saved-houses-link.tsx'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { ListingsError, NoSuchListing } from '#client/features/listings/results-states.tsx'
import { HouseNotes } from '#client/features/notes/house-notes.tsx'
import { NoteSummary } from '#client/features/notes/note-summary.tsx'
import { NotesLink } from '#client/features/notes/notes-link.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { BackIcon } from '#client/ui/icons.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { HouseContent } from './house-content.tsx'
import styles from './house-page.module.css'
import { useListing } from './use-listing.ts'

interface HousePageProps {
  id: string
  actions: (listing: Listing) => ReactNode
}

export function HousePage({ id, actions }: HousePageProps) {
  const { listing, error, isUnknown, retry } = useListing(id)
  const isGuest = useAccessScope() === 'shortlist'
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle>{listing?.title ?? 'Listing'}</PageTitle>
      <div className={styles.head}>
        <Back list={isGuest ? SHORTLIST : ALL_LISTINGS} />
        {listing && (
          <div className={styles.links}>
            <NotesLink className={styles.back} listingId={id}>
              Your notes
            </NotesLink>
            <Link className={styles.back} to="/listings/$id/print" params={{ id }}>
              Print this house
            </Link>
          </div>
        )}
      </div>
      {listing?.isOnlyCard && <OnlyCardNotice />}
      {listing ? (
        <HouseContent
          listing={listing}
          heading="h1"
          actions={actions(listing)}
          noteSummary={<NoteSummary listingId={id} />}
          notes={<HouseNotes listing={listing} />}
        />
      ) : isUnknown ? (
        <NoSuchListing>
          {isGuest ? (
            <SavedHousesLink />
          ) : (
            <ButtonLink to="/listings">View all listings</ButtonLink>
          )}
        </NoSuchListing>
      ) : error ? (
        <ListingsError what="This house" error={error} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** Says why most facts of the house are missing, and how to have them the next time. */
function OnlyCardNotice() {
  return (
    <Alert type="info">
      <p>
        This device has only the main facts of this house. The others need a connection. To have
        them without one, save the details of its prefecture under{' '}
        <Link to="/device">On This Device</Link>.
      </p>
    </Alert>
  )
}

const ALL_LISTINGS = { to: '/listings', label: 'All Listings' } as const
const SHORTLIST = { to: '/shortlist', label: 'Shared Shortlist' } as const

/**
 * A link back to the previous list with its filters and page. If the person opened this page by its
 * URL, the link leads to `list`.
 */
function Back({ list: { to, label } }: { list: typeof ALL_LISTINGS | typeof SHORTLIST }) {
  const canGoBack = useCanGoBack()
  const { history } = useRouter()
  if (!canGoBack) {
    return (
      <Link className={styles.back} to={to}>
        <BackIcon />
        <span>{label}</span>
      </Link>
    )
  }
  return (
    <button className={styles.back} type="button" onClick={() => history.back()}>
      <BackIcon />
      Back
    </button>
  )
}

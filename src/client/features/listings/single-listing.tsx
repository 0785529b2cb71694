import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureOf, isNotFound } from '#client/api/failures.ts'
import { listingQuery } from '#client/data/listings.ts'
import { type Listing, toListing } from '#client/data/to-listing.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { Alert } from '#client/ui/alert.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { FlashMessage } from '#client/ui/flash-message.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Credits } from './credits.tsx'
import { ListingCards } from './listing-cards.tsx'
import styles from './listings-page.module.css'
import {
  ListingsError,
  LoadingListings,
  NoSuchListing,
  type NotSavedSlot,
} from './results-states.tsx'

interface SingleListingProps {
  id: string
  actions: (listing: Listing) => ReactNode
  notSaved: NotSavedSlot
}

/** The single listing behind a shared link. */
export function SingleListing(props: SingleListingProps) {
  return (
    <div className={styles.page}>
      <PageTitle>Listing</PageTitle>
      <FlashMessage />
      <h1>All Listings</h1>
      <TheListing {...props} />
    </div>
  )
}

function TheListing({ id, actions, notSaved }: SingleListingProps) {
  const query = useQuery(listingQuery(id))
  const { refetch } = query
  const error = failureOf(query)
  const favorite = useQuery({
    ...favoritesQuery,
    select: ({ listings }) => listings.find(({ _id }) => _id === id),
    // The age of the favorites is not shown here: at most one of them is on the screen.
    meta: { ...favoritesQuery.meta, hidesAge: true },
  }).data
  // A withdrawn, an unknown and a malformed id get the same answer.
  const isRefused = isNotFound(error)
  // A saved favorite contains every fact, so it serves offline.
  const listing = query.data ?? (favorite && !isRefused ? toListing(favorite) : undefined)
  if (!listing && isRefused) {
    return (
      <NoSuchListing>
        <ButtonLink to="/listings">View all listings</ButtonLink>
      </NoSuchListing>
    )
  }
  if (!listing && error) {
    return <ListingsError error={error} onRetry={() => void refetch()} notSaved={notSaved} />
  }
  return (
    <>
      <Alert type="info">
        Showing specific listing.{' '}
        <Link
          from="/listings"
          to="/listings"
          search={(params) => ({ ...params, listing: undefined, key: undefined })}
        >
          View all listings
        </Link>
      </Alert>
      {listing ? (
        <div className={styles.single}>
          <ListingCards listings={[listing]} actions={actions} />
          <Credits listings={[listing]} />
        </div>
      ) : (
        <LoadingListings />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '#client/api.ts'
import { listingQuery } from '#client/data/listings.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { Alert } from '#client/ui/alert.tsx'
import { FlashMessage } from '#client/ui/flash-message.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { Credits } from './credits.tsx'
import { ListingCards } from './listing-cards.tsx'
import styles from './listings-page.module.css'
import { ListingsError, LoadingListings } from './results-states.tsx'

interface SingleListingProps {
  id: string
  actions: (listing: Listing) => ReactNode
}

/** The one listing that a shared link leads to. */
export function SingleListing({ id, actions }: SingleListingProps) {
  usePageTitle('Listing')
  return (
    <div className={styles.page}>
      <FlashMessage />
      <h1>All Listings</h1>
      <Alert type="info">
        Showing specific listing.{' '}
        <Link
          from="/listings"
          to="/listings"
          search={(params) => ({ ...params, listing: undefined })}
        >
          View all listings
        </Link>
      </Alert>
      <TheListing id={id} actions={actions} />
    </div>
  )
}

function TheListing({ id, actions }: SingleListingProps) {
  const { data: listing, error, isFetching, refetch } = useQuery(listingQuery(id))
  if (listing) {
    return (
      <div className={styles.single}>
        <ListingCards listings={[listing]} actions={actions} />
        <Credits listings={[listing]} />
      </div>
    )
  }
  if (isFetching || !error) return <LoadingListings />
  // Whether it is gone, never was or cannot be is not told apart.
  if (error instanceof ApiError && error.isOurs && [404, 422].includes(error.status)) {
    return <Alert type="warning">Listing not found or not accessible.</Alert>
  }
  return <ListingsError error={error} onRetry={() => void refetch()} />
}

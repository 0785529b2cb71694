import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { HouseContent } from '#client/features/house/house-content.tsx'
import { useListing } from '#client/features/house/use-listing.ts'
import {
  ListingsError,
  LoadingListings,
  NoSuchListing,
} from '#client/features/listings/results-states.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { FlashMessage } from '#client/ui/flash-message.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'

interface SingleListingProps {
  id: string
  actions: (listing: Listing) => ReactNode
}

/** The single listing behind a shared link. */
export default function SingleListing(props: SingleListingProps) {
  return (
    <div className="page">
      <PageTitle>Listing</PageTitle>
      <FlashMessage />
      <h1>All Listings</h1>
      <TheListing {...props} />
    </div>
  )
}

function TheListing({ id, actions }: SingleListingProps) {
  const { listing, error, isUnknown, retry } = useListing(id)
  if (!listing && isUnknown) {
    return (
      <NoSuchListing>
        <ButtonLink to="/listings">View all listings</ButtonLink>
      </NoSuchListing>
    )
  }
  if (!listing && error) {
    return <ListingsError what="This house" error={error} onRetry={retry} />
  }
  return (
    <>
      <Alert type="info">
        <span>Showing specific listing.</span>{' '}
        <Link
          from="/listings"
          to="/listings"
          search={(params) => ({ ...params, listing: undefined, key: undefined })}
        >
          View all listings
        </Link>
        {listing && (
          <span>
            &nbsp;·{' '}
            <Link to="/listings/$id" params={{ id }}>
              Open the page of this house
            </Link>
          </span>
        )}
      </Alert>
      {listing ? (
        <HouseContent listing={listing} heading="h2" actions={actions(listing)} />
      ) : (
        <LoadingListings />
      )}
    </>
  )
}

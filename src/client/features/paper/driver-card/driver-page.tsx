import { SavedHousesLink } from '#client/components/saved-houses-link.tsx'
import { useListing } from '#client/features/house/use-listing.ts'
import { ListingsError, NoSuchListing } from '#client/features/listings/results-states.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { DriverCard } from './driver-card.tsx'

export function DriverPage({ id }: { id: string }) {
  const { listing, error, isUnknown, retry } = useListing(id)
  return (
    <>
      <PageTitle>{listing ? `Driver card: ${listing.title}` : 'Driver card'}</PageTitle>
      {listing ? (
        <DriverCard listing={listing} />
      ) : isUnknown ? (
        <NoSuchListing>
          <SavedHousesLink />
        </NoSuchListing>
      ) : error ? (
        <ListingsError what="This house" error={error} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </>
  )
}

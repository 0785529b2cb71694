import { createFileRoute } from '@tanstack/react-router'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { listingQuery } from '#client/data/listings.ts'
import { FavoriteToggle } from '#client/features/favorites/favorite-toggle.tsx'
import { SavedIdsProvider } from '#client/features/favorites/saved-ids.tsx'
import { HousePage } from '#client/features/house/house-page.tsx'
import { ListingActions } from '#client/features/listings/listing-actions.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/listings_/$id')({
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(listingQuery(id))
    // If this code fails to load, the notes on the page load it again, and show an error if that
    // fails too.
    void import('#client/notes/preload-notes.ts').then(
      ({ preloadNotes }) => preloadNotes(queryClient, id),
      () => undefined,
    )
  },
  component: House,
})

function House() {
  const { id } = Route.useParams()
  const isAdmin = Route.useRouteContext({ select: ({ account }) => account.user.role === 'admin' })
  // A person without access to the catalogue sees this page only as the partner of a subscriber.
  // Such a person has no favorites.
  const hasFavorites = useAccessScope() === 'catalogue'
  return (
    <SavedIdsProvider>
      <HousePage
        key={id}
        id={id}
        actions={(listing) => (
          <>
            {hasFavorites && <FavoriteToggle listing={listing} />}
            <ListingActions listing={listing} isAdmin={isAdmin} />
          </>
        )}
      />
    </SavedIdsProvider>
  )
}

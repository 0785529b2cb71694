import { createFileRoute } from '@tanstack/react-router'
import { paramsReader, searchText } from '#client/data/parse-search.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { FavoritesPage } from '#client/features/favorites/favorites-page.tsx'
import { RemoveFavorite } from '#client/features/favorites/remove-favorite.tsx'
import { NoteLine } from '#client/features/kit/note-line.tsx'
import { NotesSearch } from '#client/features/kit/notes-search.tsx'
import { DetailedCards } from '#client/features/listings/detailed-cards.tsx'
import { ListingActions } from '#client/features/listings/listing-actions.tsx'
import { LoadingCards } from '#client/features/listings/results-states.tsx'
import { NotSaved } from '#client/features/offline/not-saved.tsx'
import { SaveForOffline } from '#client/features/offline/save-for-offline.tsx'
import { SavedMark } from '#client/features/offline/saved-mark.tsx'

/** The number of rows in a favorite's card. */
const ROWS = 11

export const Route = createFileRoute('/_signed-in/_subscriber/favorites')({
  validateSearch: paramsReader({ note: searchText }),
  // Prefetches without waiting, so that the page renders at once.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(favoritesQuery),
  component: Favorites,
})

const noteLine = ({ id }: Listing) => <NoteLine listingId={id} />
const savedMark = ({ id }: Listing) => <SavedMark listingId={id} />

function Favorites() {
  const isAdmin = Route.useRouteContext({ select: ({ account }) => account.user.role === 'admin' })
  const { note = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const actions = (listing: Listing) => (
    <>
      <ListingActions listing={listing} isAdmin={isAdmin} />
      <RemoveFavorite listing={listing} />
    </>
  )
  return (
    <FavoritesPage
      placeholder={<LoadingCards rows={ROWS} />}
      tools={(favorites) => <SaveForOffline favorites={favorites} />}
      cards={(favorites) => (
        <NotesSearch
          favorites={favorites}
          text={note}
          onSearch={(text) =>
            void navigate({
              search: { note: text || undefined },
              replace: true,
              resetScroll: false,
            })
          }
        >
          {(found) => (
            <DetailedCards listings={found} actions={actions} badges={savedMark} notes={noteLine} />
          )}
        </NotesSearch>
      )}
      notSaved={(retry) => <NotSaved what="Your favorites" onRetry={retry} offersPages />}
    />
  )
}

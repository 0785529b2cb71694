import { createFileRoute } from '@tanstack/react-router'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import { paramsReader, searchText } from '#client/data/parse-search.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { ChooseFavorite } from '#client/features/favorites/choose-favorite.tsx'
import { CompareFavorites } from '#client/features/favorites/compare-favorites.tsx'
import { FavoritesPage } from '#client/features/favorites/favorites-page.tsx'
import { RemoveFavorite } from '#client/features/favorites/remove-favorite.tsx'
import { SavedIdsProvider } from '#client/features/favorites/saved-ids.tsx'
import { DriverLink } from '#client/features/house/driver-link.tsx'
import { GalleryCaption } from '#client/features/listings/gallery-caption.tsx'
import { ListingActions } from '#client/features/listings/listing-actions.tsx'
import { LoadingCards } from '#client/features/listings/results-states.tsx'
import { NewsMark } from '#client/features/news/news-mark.tsx'
import { NoteLine, NoteMatch } from '#client/features/notes/note-line.tsx'
import { NotesSearch } from '#client/features/notes/notes-search.tsx'
import { OnDeviceLine } from '#client/features/offline/on-device-line.tsx'
import { SavedMark } from '#client/features/offline/saved-mark.tsx'
import { DetailedCards } from '#client/features/search/detailed-cards.tsx'

/** The number of lines in a favorite's card. The placeholder cards have the same number. */
const ROWS = 11

export const Route = createFileRoute('/_signed-in/_subscriber/favorites')({
  validateSearch: paramsReader({ note: searchText }),
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(favoritesQuery),
  component: Favorites,
})

const noteLine = ({ id }: Listing) => (
  <>
    <ChooseFavorite listingId={id} />
    <NoteLine listingId={id} />
  </>
)
const caption = (listing: Listing) => <GalleryCaption listing={listing} />
/** Loads lazily, so that it does not delay the houses. */
const NewsLink = lazyExtra(async () => ({
  default: (await import('#client/features/news/news-link.tsx')).NewsLink,
}))

const FavoritesAlert = lazyExtra(async () => ({
  default: (await import('#client/features/alerts/favorites-alert.tsx')).FavoritesAlert,
}))

const PushOffer = lazyExtra(async () => ({
  default: (await import('#client/features/alerts/push-offer.tsx')).PushOffer,
}))

const marks = (listing: Listing) => (
  <>
    <NewsMark listingId={listing.id} />
    <SavedMark listing={listing} />
  </>
)

function Favorites() {
  const isAdmin = Route.useRouteContext({ select: ({ account }) => account.user.role === 'admin' })
  const { note = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const actions = (listing: Listing) => (
    <>
      <ListingActions listing={listing} isAdmin={isAdmin} />
      <DriverLink listingId={listing.id} />
      <RemoveFavorite listing={listing} />
    </>
  )
  const noteMatch = ({ id }: Listing) => (
    <>
      <ChooseFavorite listingId={id} />
      <NoteMatch listingId={id} search={note} />
    </>
  )
  return (
    <FavoritesPage
      news={
        <>
          <NewsLink />
          <FavoritesAlert />
        </>
      }
      placeholder={<LoadingCards rows={ROWS} />}
      tools={(favorites) => (
        <>
          <OnDeviceLine favorites={favorites} />
          <CompareFavorites favorites={favorites} />
          <PushOffer />
        </>
      )}
      cards={(favorites) => (
        <SavedIdsProvider>
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
              <DetailedCards
                listings={found}
                actions={actions}
                caption={caption}
                badges={marks}
                notes={note ? noteMatch : noteLine}
              />
            )}
          </NotesSearch>
        </SavedIdsProvider>
      )}
    />
  )
}

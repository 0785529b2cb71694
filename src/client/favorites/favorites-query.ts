import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { onNewRevision } from '#client/data/on-new-revision.ts'
import { persisted } from '#client/query-store/persisted-query.ts'
import type { listFavorites } from '#contract/favorites.ts'
import type { FavoriteChange } from './unsent-favorites.ts'

type Favorites = z.output<typeof listFavorites.output>

const endpoint = lazyEndpoints(() => import('#contract/favorites.ts'))

/** The server's favorites. The screens add the unsent changes with `applyChange`. */
export const favoritesQuery = queryOptions({
  queryKey: ['favorites'],
  queryFn: ({ signal }) => call(endpoint('listFavorites'), {}, signal),
  staleTime: 30_000,
  ...onNewRevision,
  meta: { showsDataAge: true },
  ...persisted(() => endpoint('listFavorites'), { isLasting: true }),
})

/**
 * The number of favorites on the server. People whose subscription has ended also get this number.
 */
export const favoritesCountQuery = queryOptions({
  queryKey: ['favorites-count'],
  queryFn: ({ signal }) => call(endpoint('countFavorites'), {}, signal),
})

/** The favorites with a change applied. A new favorite comes first. */
export function applyChange(
  favorites: Favorites,
  { listingId, favorite, listing }: FavoriteChange,
): Favorites {
  if (favorites.favorites.includes(listingId) === favorite) return favorites
  if (!favorite) {
    return {
      favorites: favorites.favorites.filter((id) => id !== listingId),
      listings: favorites.listings.filter(({ _id }) => _id !== listingId),
    }
  }
  return {
    favorites: [listingId, ...favorites.favorites],
    listings: listing ? [listing, ...favorites.listings] : favorites.listings,
  }
}

import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api.ts'
import { kept } from '#client/kept.ts'
import { lazyEndpoints } from '#client/lazy-endpoints.ts'
import { type Change, unsent } from '#client/outbox/unsent.ts'
import type { listFavorites } from '#contract/favorites.ts'
import type { Listing } from './to-listing.ts'

type Favorites = z.output<typeof listFavorites.output>

const endpoint = lazyEndpoints(() => import('#contract/favorites.ts'))

/** What the server has. What is shown is this with the unsent changes on top: `withChange`. */
export const favoritesQuery = queryOptions({
  queryKey: ['favorites'],
  queryFn: ({ signal }) => call(endpoint('listFavorites'), {}, signal),
  staleTime: 30_000,
  ...kept(() => endpoint('listFavorites'), { isLasting: true }),
})

/** How many favorites the server has, also when access to them has ended. */
export const favoritesCountQuery = queryOptions({
  queryKey: ['favorites-count'],
  queryFn: ({ signal }) => call(endpoint('countFavorites'), {}, signal),
})

/** The ids of the favorites that would be known without a network. */
export async function readKeptFavorites() {
  const { readKept } = await import('#client/offline.ts')
  const { output } = await endpoint('listFavorites')
  const saved = await readKept(favoritesQuery.queryKey, output)
  const listings = [...(saved?.listings ?? []), ...unsent.all().map(({ listing }) => listing)]
  return new Set(listings.flatMap((listing) => listing?._id ?? []))
}

/**
 * Makes a listing a favorite, or not. It is shown at once and cannot fail: the outbox
 * brings it to the server. So there is nothing here to wait for, or to roll back.
 */
export function setFavorite(listing: Listing, favorite: boolean) {
  unsent.add({
    id: Math.random(),
    listingId: listing.id,
    favorite,
    listing: favorite ? listing.record : null,
  })
}

/** The favorites as somebody has changed them; a new one comes first. */
export function withChange(saved: Favorites, { listingId, favorite, listing }: Change): Favorites {
  if (saved.favorites.includes(listingId) === favorite) return saved
  if (!favorite) {
    return {
      favorites: saved.favorites.filter((id) => id !== listingId),
      listings: saved.listings.filter(({ _id }) => _id !== listingId),
    }
  }
  return {
    favorites: [listingId, ...saved.favorites],
    listings: listing ? [listing, ...saved.listings] : saved.listings,
  }
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { now } from '#client/browser/clock.ts'
import { journal } from '#client/outbox/journal.ts'
import { type Change, unsent } from '#client/outbox/unsent.ts'
import { kept } from '#client/query-store/persisted-query.ts'
import { session } from '#client/session/session.ts'
import type { listFavorites } from '#contract/favorites.ts'
import type { Listing } from './to-listing.ts'

type Favorites = z.output<typeof listFavorites.output>

const endpoint = lazyEndpoints(() => import('#contract/favorites.ts'))

/** The server's favorites. The screens add the unsent changes with `withChange`. */
export const favoritesQuery = queryOptions({
  queryKey: ['favorites'],
  queryFn: ({ signal }) => call(endpoint('listFavorites'), {}, signal),
  staleTime: 30_000,
  ...kept(() => endpoint('listFavorites'), { isLasting: true }),
})

/** How many favorites the server has. Also readable after access has ended. */
export const favoritesCountQuery = queryOptions({
  queryKey: ['favorites-count'],
  queryFn: ({ signal }) => call(endpoint('countFavorites'), {}, signal),
})

/** The ids of the favorites that this device can show offline. */
export async function readKeptFavorites(): Promise<ReadonlySet<string>> {
  const { readKept } = await import('#client/query-store/offline-queries.ts')
  const { output } = await endpoint('listFavorites')
  const saved = await readKept(favoritesQuery.queryKey, output)
  const listings = [...(saved?.listings ?? []), ...unsent.all().map(({ listing }) => listing)]
  return new Set(listings.flatMap((listing) => listing?._id ?? []))
}

/** Saves favorites that this page shows but the device has lost, then returns the saved ids. */
export async function keepFavorites(queryClient: QueryClient) {
  const kept = await readKeptFavorites()
  const { queryKey } = favoritesQuery
  const shown = queryClient.getQueryData(queryKey)?.listings ?? []
  const query = queryClient.getQueryCache().find({ queryKey })
  if (!query || shown.every(({ _id }) => kept.has(_id))) return kept
  const { keepAnswer } = await import('#client/query-store/offline-queries.ts')
  const { output } = await endpoint('listFavorites')
  await keepAnswer(query, { schema: output, isLasting: true })
  return readKeptFavorites()
}

/**
 * Adds or removes a favorite. The change shows at once and the outbox sends it, so callers have
 * nothing to await or roll back.
 */
export function setFavorite(listing: Listing, favorite: boolean) {
  const change: Change = {
    id: Math.random(),
    listingId: listing.id,
    favorite,
    at: unsent.timeOfNext(listing.id, now()),
    listing: favorite ? listing.record : null,
  }
  const userId = session.userId()
  if (userId !== undefined) journal.write(userId, change)
  unsent.add(change)
}

/** The favorites with an unsent change applied. A new favorite comes first. */
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

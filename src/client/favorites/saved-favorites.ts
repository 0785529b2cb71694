import type { QueryClient } from '@tanstack/react-query'
import { attempt } from '#client/browser/storage.ts'
import { persistQuery } from '#client/query-store/offline-queries.ts'
import { readPersisted } from '#client/query-store/persisted-rows.ts'
import { listFavorites } from '#contract/favorites.ts'
import { favoritesQuery } from './favorites-query.ts'
import { favoriteStages, unsentFavorites } from './unsent-favorites.ts'

/** The ids of the favorites that this device can show offline. */
export async function readSavedFavorites(): Promise<ReadonlySet<string>> {
  const persisted = await readPersisted(favoritesQuery.queryKey, listFavorites.output)
  await attempt(() => favoriteStages.whenStored(unsentFavorites.all))
  // A change that is only in memory or in the journal opens on no page after a crash.
  const stored = unsentFavorites.all().filter(({ id }) => favoriteStages.isStored(id))
  const listings = [...(persisted?.listings ?? []), ...stored.map(({ listing }) => listing)]
  return new Set(listings.flatMap((listing) => listing?._id ?? []))
}

/**
 * Saves the favorites that the page shows but that are missing on the device. Returns all saved
 * ids.
 */
export async function saveFavorites(queryClient: QueryClient) {
  const savedIds = await readSavedFavorites()
  const { queryKey } = favoritesQuery
  const shown = queryClient.getQueryData(queryKey)?.listings ?? []
  const query = queryClient.getQueryCache().find({ queryKey })
  if (!query || shown.every(({ _id }) => savedIds.has(_id))) return savedIds
  await persistQuery(query, { schema: listFavorites.output, isLasting: true })
  return readSavedFavorites()
}

import type { QueryClient } from '@tanstack/react-query'
import { favoritesEndpoint, favoritesQuery } from './favorites-query.ts'
import { unsentFavorites } from './unsent-favorites.ts'

/** The ids of the favorites that this device can show offline. */
export async function readSavedFavorites(): Promise<ReadonlySet<string>> {
  const { readPersisted } = await import('#client/query-store/offline-queries.ts')
  const { output } = await favoritesEndpoint('listFavorites')
  const persisted = await readPersisted(favoritesQuery.queryKey, output)
  const changed = unsentFavorites.all().map(({ listing }) => listing)
  const listings = [...(persisted?.listings ?? []), ...changed]
  return new Set(listings.flatMap((listing) => listing?._id ?? []))
}

/** Saves favorites that this page shows but the device has lost, then returns the saved ids. */
export async function saveFavorites(queryClient: QueryClient) {
  const savedIds = await readSavedFavorites()
  const { queryKey } = favoritesQuery
  const shown = queryClient.getQueryData(queryKey)?.listings ?? []
  const query = queryClient.getQueryCache().find({ queryKey })
  if (!query || shown.every(({ _id }) => savedIds.has(_id))) return savedIds
  const { persistQuery } = await import('#client/query-store/offline-queries.ts')
  const { output } = await favoritesEndpoint('listFavorites')
  await persistQuery(query, { schema: output, isLasting: true })
  return readSavedFavorites()
}

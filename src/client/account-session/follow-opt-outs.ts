import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { invalidateListings } from '#client/data/catalogue.ts'
import { shortlistHousesQuery } from '#client/data/shortlist.ts'
import { deleteBrowsedPhotos } from '#client/photos/wipe-photos.ts'
import {
  deleteExpiringRows,
  persistedKeys,
  readPersisted,
  writeLasting,
} from '#client/query-store/persisted-rows.ts'

/** The key of the row with the last revision that this device has followed. */
const FOLLOWED = ['followed-opt-outs']

let followed: string | undefined

/**
 * When municipalities or sources have opted out, removes what this device keeps of browsed houses:
 * pages of results, opened houses and viewed photos. The device cannot tell which of these houses
 * are hidden now. Favorites and the shortlist are fetched again, and their photos follow them.
 */
export async function followOptOuts(queryClient: QueryClient, revision: string) {
  followed ??= (await readPersisted(FOLLOWED, z.string())) ?? ''
  if (followed === revision) return
  followed = revision
  await Promise.all([deleteExpiringRows(), deleteBrowsedPhotos().catch(() => undefined)])
  queryClient.removeQueries({ predicate: ({ queryKey }) => isBrowsed(queryKey), type: 'inactive' })
  invalidateListings(queryClient)
  const [shortlist] = await persistedKeys('shortlist-houses')
  // A persisted query that lasts until sign-out is fetched again when it is read.
  if (shortlist) void queryClient.prefetchQuery(shortlistHousesQuery)
  await writeLasting(FOLLOWED, revision)
}

function isBrowsed([kind]: readonly unknown[]) {
  return kind === 'listings' || kind === 'listing'
}

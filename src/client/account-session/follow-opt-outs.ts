import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { invalidateListings } from '#client/data/catalogue.ts'
import { newsQuery } from '#client/data/news.ts'
import { shortlistHousesQuery } from '#client/data/shortlist.ts'
import { deleteBrowsedPhotos } from '#client/photos/wipe-photos.ts'
import {
  persistedAt,
  readPersisted,
  sweepQueries,
  writeLasting,
} from '#client/query-store/persisted-rows.ts'

/** The key of the row with the last revision that this device has followed. */
const FOLLOWED = ['followed-opt-outs']

/**
 * When a municipality or source has opted out since the last contact, removes what this device keeps
 * of browsed houses: opened houses and viewed photos. The device cannot tell which of these houses are
 * hidden now. Favorites, news and the shortlist are fetched again, and their photos follow them. The
 * end of an opt-out removes nothing, and neither does the first contact. `revision` is the time of
 * the latest opt-out.
 */
export async function followOptOuts(queryClient: QueryClient, revision: string) {
  const followed = await readPersisted(FOLLOWED, z.string())
  if (followed === revision) return
  if (followed !== undefined && revision > followed) await removeBrowsed(queryClient)
  await writeLasting(FOLLOWED, revision)
}

async function removeBrowsed(queryClient: QueryClient) {
  await Promise.all([sweepQueries(0), deleteBrowsedPhotos().catch(() => undefined)])
  queryClient.removeQueries({ predicate: ({ queryKey }) => isBrowsed(queryKey), type: 'inactive' })
  invalidateListings(queryClient)
  const isKept = async (kind: string) =>
    queryClient.getQueryData([kind]) !== undefined || (await persistedAt([kind])) !== undefined
  // These queries stay on the device until sign-out, so fetch them even if no page shows them.
  if (await isKept('news')) void queryClient.prefetchQuery({ ...newsQuery, staleTime: 0 })
  if (await isKept('shortlist-houses')) {
    void queryClient.prefetchQuery({ ...shortlistHousesQuery, staleTime: 0 })
  }
}

function isBrowsed([kind]: readonly unknown[]) {
  return kind === 'listings' || kind === 'listing'
}

import type { QueryClient } from '@tanstack/react-query'
import { basemapQuery, bordersQuery } from '#client/data/basemap.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { isPrefecture, prefectureValue } from '#contract/prefectures.ts'

/** Keeps the borders of municipalities in the prefectures of the favorites, if there are any. */
export async function keepBorders(queryClient: QueryClient, favorites: readonly Listing[]) {
  const { borders } = await queryClient.fetchQuery(basemapQuery)
  if (!borders) return
  const prefectures = new Set(
    favorites.map(({ prefecture }) => prefectureValue(prefecture)).filter(isPrefecture),
  )
  // Load one prefecture after another, because photos load at the same time. Borders that fail to
  // load are loaded again with the map.
  for (const prefecture of prefectures) await queryClient.prefetchQuery(bordersQuery(prefecture))
}

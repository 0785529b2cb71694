import type { QueryClient } from '@tanstack/react-query'
import { basemapQuery, bordersQuery } from '#client/data/basemap.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { isPrefecture, prefectureValue } from '#contract/prefectures.ts'

/**
 * Saves the borders of municipalities in the prefectures of the favorites, if the server has
 * borders.
 */
export async function saveBorders(queryClient: QueryClient, favorites: readonly Listing[]) {
  const { borders } = await queryClient.fetchQuery(basemapQuery)
  if (!borders) return
  const prefectures = new Set(
    favorites.map(({ prefecture }) => prefectureValue(prefecture)).filter(isPrefecture),
  )
  // Load one prefecture after another. Many requests at once would slow down the photos, which load
  // at the same time. If the borders of a prefecture fail to load, the map loads them again.
  for (const prefecture of prefectures) await queryClient.prefetchQuery(bordersQuery(prefecture))
}

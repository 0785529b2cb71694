import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { basemapQuery, bordersQuery } from '#client/data/basemap.ts'
import type { Listing } from '#client/data/to-listing.ts'
import type { SavedPhotos } from '#client/photos/saved-photos.ts'
import { streetSaver } from '#client/streets/street-saver.ts'
import { isPrefecture, prefectureValue } from '#contract/prefectures.ts'
import { useStreets } from './use-streets.ts'

interface KeepStreetsProps {
  favorites: Listing[]
  /** The phase of saving photos. In the phases `saving` and `done`, the map is saved too. */
  phase: SavedPhotos['phase']
}

/**
 * Saves the map with the favorites, so that people see offline where the houses are: the borders of
 * municipalities, and the streets around the favorites if the operator has a map of streets. Deletes
 * the streets when saving is switched off. Renders nothing.
 */
export default function KeepStreets({ favorites, phase }: KeepStreetsProps) {
  const queryClient = useQueryClient()
  const { plan, isOnline, mayDownload } = useStreets(favorites)
  const isOn = phase === 'saving' || phase === 'done'
  const isOff = phase === 'off'
  useEffect(() => void streetSaver.readBytes(), [])
  useEffect(() => {
    if (isOff) void streetSaver.remove()
  }, [isOff])
  useEffect(() => {
    if (isOn) void saveBorders(queryClient, favorites).catch(() => undefined)
  }, [isOn, queryClient, favorites])
  useEffect(() => {
    if (!isOn || !isOnline || !mayDownload) streetSaver.pause()
    else if (plan) void streetSaver.save(plan)
  }, [isOn, isOnline, mayDownload, plan])
  return null
}

/**
 * Saves the borders of municipalities in the prefectures of the favorites, if the server has
 * borders.
 */
async function saveBorders(queryClient: QueryClient, favorites: readonly Listing[]) {
  const { borders } = await queryClient.fetchQuery(basemapQuery)
  if (!borders) return
  const prefectures = new Set(
    favorites.map(({ prefecture }) => prefectureValue(prefecture)).filter(isPrefecture),
  )
  // Load one prefecture after another. Many requests at once would slow down the photos, which load
  // at the same time. If the borders of a prefecture fail to load, the map loads them again.
  for (const prefecture of prefectures) await queryClient.prefetchQuery(bordersQuery(prefecture))
}

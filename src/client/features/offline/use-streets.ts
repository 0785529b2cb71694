import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { isMetered } from '#client/browser/metered.ts'
import { basemapQuery } from '#client/data/basemap.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { circlesOf, streetPlanQuery } from '#client/streets/street-plan-query.ts'
import { streetSaver } from '#client/streets/street-saver.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'

/** The URL of the operator's street file, and the circles in which the favorites lie. */
export function useStreetCircles(favorites: readonly Listing[]) {
  const { data: basemap } = useQuery(basemapQuery)
  const circles = useMemo(() => circlesOf(favorites), [favorites])
  const url = basemap?.url ?? ''
  return { url, circles, hasStreets: url !== '' && circles.length > 0 }
}

/**
 * The streets around the favorites: what is saved, and the plan of what to save. The plan is made only
 * if the device is online, the operator has a map of streets, and the place of at least one favorite
 * is known. `totalPlaces` is the number of different places of the favorites.
 */
export function useStreets(favorites: readonly Listing[]) {
  const isOnline = useIsOnline()
  const saved = useSyncExternalStore(streetSaver.watch, streetSaver.current)
  const { url, circles, hasStreets } = useStreetCircles(favorites)
  const { data, isError, refetch } = useQuery({
    ...streetPlanQuery(url, circles),
    enabled: hasStreets && isOnline,
  })
  const isAgreed = saved.agreed === 'next' || (data && saved.agreed === data)
  return {
    ...{ saved, plan: data, isError, refetch, hasStreets, isOnline },
    totalPlaces: circles.length,
    mayDownload: !isMetered() || isAgreed || data?.missingBytes === 0,
  }
}

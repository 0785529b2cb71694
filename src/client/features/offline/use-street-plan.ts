import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { basemapQuery } from '#client/data/basemap.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { circlesOf, streetPlanQuery } from '#client/streets/street-plan-query.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'

/** The URL of the operator's street file, and the circles in which the favorites lie. */
export function useStreetCircles(favorites: readonly Listing[]) {
  const { data: basemap } = useQuery(basemapQuery)
  const circles = useMemo(() => circlesOf(favorites), [favorites])
  const url = basemap?.url ?? ''
  return { url, circles, hasStreets: url !== '' && circles.length > 0 }
}

/**
 * The query for the streets to save around the favorites. The query runs only if the device is
 * online, the operator has a map of streets, and the place of at least one favorite is known.
 * `totalPlaces` is the number of different places of the favorites.
 */
export function useStreetPlan(favorites: readonly Listing[]) {
  const isOnline = useIsOnline()
  const { url, circles, hasStreets } = useStreetCircles(favorites)
  const { data, isError, refetch } = useQuery({
    ...streetPlanQuery(url, circles),
    enabled: hasStreets && isOnline,
  })
  return { plan: data, isError, refetch, hasStreets, isOnline, totalPlaces: circles.length }
}

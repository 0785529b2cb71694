import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { basemapQuery } from '#client/data/basemap.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { circlesOf, streetPlanQuery } from '#client/streets/street-plan.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'

/**
 * Which streets to keep around the favorites. `places` is the number of different places. The query
 * has no data without a basemap, without a network, and if no place of a favorite is known.
 */
export function useStreetPlan(favorites: readonly Listing[]) {
  const isOnline = useIsOnline()
  const { data: basemap } = useQuery(basemapQuery)
  const circles = useMemo(() => circlesOf(favorites), [favorites])
  const hasStreets = !!basemap?.url && circles.length > 0
  const query = useQuery({
    ...streetPlanQuery(basemap?.url ?? '', circles),
    enabled: hasStreets && isOnline,
  })
  return { ...query, hasStreets, isOnline, places: circles.length }
}

import { queryOptions } from '@tanstack/react-query'
import type { Listing } from '#client/data/to-listing.ts'
import type { Circle } from './street-tiles.ts'

/**
 * The circles in which the listings lie, without duplicates, in the order of the listings. Leaves
 * out listings whose place is unknown.
 */
export function circlesOf(listings: readonly Listing[]): Circle[] {
  const circles = new Map<string, Circle>()
  for (const { record } of listings) {
    if (!record.placeName) continue
    const { latitude, longitude, radiusKm } = record.placeName
    const circle = { latitude, longitude, radiusKm }
    circles.set(Object.values(circle).join(), circle)
  }
  return [...circles.values()]
}

/**
 * Finds which parts of the operator's street file this device should keep for these circles, and
 * the total size of the parts.
 */
export function streetPlanQuery(url: string, circles: readonly Circle[]) {
  return queryOptions({
    queryKey: ['street-plan', url, circles],
    queryFn: async () => (await import('./plan-streets.ts')).planStreets(url, circles),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/**
 * Checks how much of the street data inside these circles is stored on this device. `gcTime: 0`
 * makes the query check again each time the result is shown.
 */
export function streetCheckQuery(url: string, circles: readonly Circle[]) {
  return queryOptions({
    queryKey: ['street-check', url, circles],
    queryFn: async () => (await import('./check-streets.ts')).checkStreets(url, circles),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

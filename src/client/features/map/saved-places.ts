import type { ListingRecord } from '#contract/listings.ts'
import type { Coordinate } from '#contract/place-values.ts'
import type { MappedPlace } from './group-places.ts'

/**
 * Groups the houses on this device by place, and counts the houses of each place. The server counts
 * in the same way.
 */
export function savedPlaces(records: readonly ListingRecord[]): MappedPlace[] {
  const places = new Map<string, MappedPlace>()
  for (const { placeName, Prefecture } of records) {
    if (!placeName) continue
    const { en, ja, latitude, longitude, precision, radiusKm } = placeName
    const code = savedPlaceCode(placeName)
    const known = places.get(code)
    if (known) known.count += 1
    else {
      const prefecture = Prefecture ?? ''
      places.set(code, {
        code,
        en,
        ja,
        prefecture,
        latitude,
        longitude,
        precision,
        radius_km: radiusKm,
        count: 1,
      })
    }
  }
  return [...places.values()]
}

/**
 * Returns a code that identifies the place of a saved house. The record of a house contains no such
 * code, so the coordinate of the place is used.
 */
export function savedPlaceCode({ latitude, longitude }: Coordinate) {
  return `${latitude},${longitude}`
}

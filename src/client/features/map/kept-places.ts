import { radiusOf } from '#client/format/precision.ts'
import type { ListingRecord } from '#contract/listings.ts'
import type { MappedPlace } from './group-places.ts'

/** The places of houses that this device keeps, as the server would count them. */
export function keptPlaces(records: readonly ListingRecord[]): MappedPlace[] {
  const places = new Map<string, MappedPlace>()
  for (const { placeName, Prefecture } of records) {
    if (!placeName) continue
    const { en, ja, latitude, longitude, precision } = placeName
    const code = keptCode(placeName)
    const known = places.get(code)
    if (known) known.count += 1
    else {
      const radius_km = radiusOf(placeName)
      const prefecture = Prefecture ?? ''
      places.set(code, {
        code,
        en,
        ja,
        prefecture,
        latitude,
        longitude,
        precision,
        radius_km,
        count: 1,
      })
    }
  }
  return [...places.values()]
}

/** Records have no code of their place, so its coordinate identifies it. */
export function keptCode({ latitude, longitude }: NonNullable<ListingRecord['placeName']>) {
  return `${latitude},${longitude}`
}

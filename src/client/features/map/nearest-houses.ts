import { formatNumber } from '#client/format/format.ts'
import { formatKm, radiusOf } from '#client/format/precision.ts'
import type { Pin } from '#contract/kit-choices.ts'
import type { ListingRecord } from '#contract/listings.ts'
import type { Coordinate } from '#contract/place-values.ts'
import { directionTo, kilometresBetween } from './distance.ts'

export interface NearHouse {
  record: ListingRecord
  km: number
  /** The distance and direction of the house from this device: `about 12 km north-west, Ozu`. */
  text: string
}

/**
 * Sorts houses by their distance from `here`, the nearest first. `pinOf` returns the person's own
 * pin of a house, which is more precise than the place from the source. Leaves out a house if
 * neither its pin nor its municipality is known.
 */
export function nearestHouses(
  here: Coordinate,
  records: readonly ListingRecord[],
  pinOf: (listingId: string) => Pin | undefined,
): NearHouse[] {
  return records
    .flatMap((record): NearHouse | [] => {
      const { placeName } = record
      const pin = pinOf(record._id)
      if (pin) {
        const km = kilometresBetween(here, pin)
        return { record, km, text: describePinned(here, km, pin) }
      }
      // Leave out a house if only its prefecture is known. The centre of the prefecture says
      // nothing about where the house is.
      if (!placeName || placeName.precision === 'prefecture') return []
      const km = kilometresBetween(here, placeName)
      return { record, km, text: describe(here, km, placeName) }
    })
    .sort((a, b) => a.km - b.km || a.record._id.localeCompare(b.record._id))
}

type Place = NonNullable<ListingRecord['placeName']>

function describe(here: Coordinate, km: number, place: Place) {
  const radius = radiusOf(place)
  // If the person is inside the circle in which the house lies, the direction to the house is
  // unknown. Leave out the direction then.
  if (km <= radius) return `within about ${formatKm(radius * 2)}, ${place.en}`
  return `about ${roundTo(km, radius)} km ${directionTo(here, place)}, ${place.en}`
}

/**
 * Describes the distance to a pin. A distance below a kilometre is rounded up to the next 10
 * metres.
 */
function describePinned(here: Coordinate, km: number, pin: Pin) {
  if (km * 1000 <= pin.accuracy_m) return 'here, at your pin'
  const distance = km < 1 ? `${Math.ceil(km * 100) * 10} m` : formatKm(km)
  return `about ${distance} ${directionTo(here, pin)}, at your pin`
}

/**
 * Rounds a distance to the precision of the place: to whole kilometres, or to tens of kilometres.
 */
function roundTo(km: number, radius: number) {
  const step = km > 100 && radius > 5 ? 10 : 1
  return formatNumber(Math.max(1, Math.round(km / step) * step))
}

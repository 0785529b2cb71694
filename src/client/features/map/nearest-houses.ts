import { formatNumber } from '#client/format/format.ts'
import { formatKm } from '#client/format/precision.ts'
import { metresBetween, RADIANS_PER_DEGREE } from '#contract/great-circle.ts'
import type { ListingRecord } from '#contract/listings.ts'
import type { Pin } from '#contract/note-choices.ts'
import type { Coordinate } from '#contract/place-values.ts'
import type { MappedPlace } from './group-places.ts'
import { savedPlaceCode } from './saved-places.ts'

const DIRECTIONS = [
  ...['north', 'north-east', 'east', 'south-east'],
  ...['south', 'south-west', 'west', 'north-west'],
] as const

export interface NearHouse {
  record: ListingRecord
  km: number
  /** The distance and direction of the house from this device: `about 12 km north-west, Ozu`. */
  text: string
}

/** Houses of one municipality, of which nothing more precise is known than this municipality. */
export interface NearPlace {
  place: MappedPlace
  km: number
  text: string
  /** The loaded houses of the place. There may be more. */
  records: ListingRecord[]
}

interface Found {
  records: readonly ListingRecord[]
  /** The places of all houses found, including houses that are not loaded. */
  places: readonly MappedPlace[]
}

/**
 * Sorts houses and municipalities by their distance from `here`, the nearest first. Houses of which
 * only the same municipality is known are one entry, because they all have the same distance.
 */
export function nearest(here: Coordinate, { records, places }: Found, pinOf: PinOf) {
  const shared = new Map(
    places.filter(isShared).map((place): [string, NearPlace] => {
      const km = kilometresBetween(here, place)
      const text = describe(here, place, place.radius_km)
      return [savedPlaceCode(place), { place, km, text, records: [] }]
    }),
  )
  const alone = nearestHouses(here, records, pinOf).filter(({ record }) => {
    const { placeName } = record
    if (!placeName || placeName.precision === 'point' || pinOf(record._id)) return true
    const place = shared.get(savedPlaceCode(placeName))
    place?.records.push(record)
    return !place
  })
  return [...shared.values(), ...alone].sort((a, b) => a.km - b.km)
}

function isShared({ precision, count }: MappedPlace) {
  return precision === 'municipality' && count > 1
}

type PinOf = (listingId: string) => Pin | undefined

/**
 * Sorts houses by their distance from `here`, the nearest first. `pinOf` returns the person's own
 * pin of a house, which is more precise than the place from the source. Leaves out a house if
 * neither its pin nor its municipality is known.
 */
export function nearestHouses(
  here: Coordinate,
  records: readonly ListingRecord[],
  pinOf: PinOf,
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
      return {
        record,
        km,
        text: `${describe(here, placeName, placeName.radiusKm)}, ${placeName.en}`,
      }
    })
    .sort((a, b) => a.km - b.km || a.record._id.localeCompare(b.record._id))
}

function describe(here: Coordinate, place: Coordinate, radius: number) {
  const km = kilometresBetween(here, place)
  // If the person is inside the circle in which the house lies, the direction to the house is
  // unknown. Leave out the direction then.
  if (km <= radius) return `within about ${formatKm(radius * 2)}`
  if (km < 1) return `about ${Math.ceil(km * 100) * 10} m ${directionTo(here, place)}`
  return `about ${roundTo(km, radius)} km ${directionTo(here, place)}`
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

/** The distance between two points along the surface of the earth. */
export function kilometresBetween(from: Coordinate, to: Coordinate) {
  return metresBetween(from, to) / 1000
}

/** The direction in which `to` lies, seen from `from`: `north-west`. */
export function directionTo(from: Coordinate, to: Coordinate) {
  const [fromLatitude, toLatitude] = [radians(from.latitude), radians(to.latitude)]
  const across = radians(to.longitude - from.longitude)
  const east = Math.sin(across) * Math.cos(toLatitude)
  const north =
    Math.cos(fromLatitude) * Math.sin(toLatitude) -
    Math.sin(fromLatitude) * Math.cos(toLatitude) * Math.cos(across)
  const eighths = Math.round((Math.atan2(east, north) / (2 * Math.PI)) * 8)
  return DIRECTIONS[(eighths + 8) % 8] ?? 'north'
}

function radians(degrees: number) {
  return degrees * RADIANS_PER_DEGREE
}

/**
 * Parses places, areas and distances in URLs. The client parses URLs before the first render, but
 * the schema library loads only with the first response. So this file must not import the schema
 * library.
 */

/** A coordinate in degrees. */
export interface Coordinate {
  latitude: number
  longitude: number
}

/** A rectangle on the map, in degrees. The rectangle never crosses the 180th meridian. */
export interface Area {
  south: number
  west: number
  north: number
  east: number
}

/** The radii that a search around a place accepts as `within`, in kilometres. */
export const WITHIN_KM = [10, 20, 50] as const
export type WithinKm = (typeof WITHIN_KM)[number]
export const DEFAULT_WITHIN_KM: WithinKm = 20

/** The range of distances to a station, an airport or the sea, in kilometres. */
export const DISTANCES_KM = { min: 0, max: 5000 }

/**
 * The code of a place: `38` for a prefecture, `38214` for a municipality or ward. The code of an
 * oaza begins with the code of its municipality.
 */
export const PLACE_CODE = /^\d{2}(?:\d{3}[\dA-Za-z_-]{0,20})?$/

const STATION = /^station:([\w.-]{1,40})$/
const DEGREES = String.raw`-?\d{1,3}(?:\.\d{1,DECIMALS})?`
const POINT = list(2, 2)
const AREA = list(4, 4)

/**
 * Matches comma-separated numbers: exactly `count` of them, each with at most `decimals` decimals.
 */
function list(count: number, decimals: number) {
  const degrees = `(${DEGREES.replace('DECIMALS', String(decimals))})`
  return new RegExp(`^${Array(count).fill(degrees).join(',')}$`)
}

export type PlaceRef =
  | { kind: 'place'; code: string }
  | { kind: 'station'; id: string }
  | ({ kind: 'point' } & Coordinate)

/**
 * Parses a place reference: the code of a place, `station:ID`, or a coordinate with at most two
 * decimals, such as `33.22,132.57`. Undefined for any other text.
 */
export function readPlaceRef(text: string): PlaceRef | undefined {
  if (PLACE_CODE.test(text)) return { kind: 'place', code: text }
  const id = text.match(STATION)?.[1]
  if (id !== undefined) return { kind: 'station', id }
  const [latitude, longitude] = text.match(POINT)?.slice(1).map(Number) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  return isOnEarth(latitude, longitude) ? { kind: 'point', latitude, longitude } : undefined
}

/** Parses `south,west,north,east`, in degrees with at most four decimals. Undefined if invalid. */
export function readArea(text: string): Area | undefined {
  const [south, west, north, east] = text.match(AREA)?.slice(1).map(Number) ?? []
  if (south === undefined || west === undefined) return undefined
  if (north === undefined || east === undefined) return undefined
  const isValid = isOnEarth(south, west) && isOnEarth(north, east) && south < north && west < east
  return isValid ? { south, west, north, east } : undefined
}

/** Parses one of {@link WITHIN_KM}. Undefined for any other value. */
export function readWithin(value: unknown): WithinKm | undefined {
  return WITHIN_KM.find((km) => String(km) === String(value))
}

function isOnEarth(latitude: number, longitude: number) {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

/** The place reference of a coordinate, rounded to about a kilometre. */
export function pointRef({ latitude, longitude }: Coordinate) {
  return `${latitude.toFixed(2)},${longitude.toFixed(2)}`
}

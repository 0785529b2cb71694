import type { HousePrecision } from '#contract/choices.ts'
import { metresBetween } from '#contract/great-circle.ts'
import type { Coordinate } from '#contract/place-values.ts'
import { distanceErrorKm, prefectureCode } from '#search/radius.ts'
import { seaKilometres } from './coast.ts'
import { nearestOf } from './great-circle.ts'
import { INTERNATIONAL_AIRPORTS } from './international-airports.ts'
import { nearestShinkansen } from './nearest-shinkansen.ts'

/** The columns of a listing that are computed from its place. */
export interface Location {
  latitude: number | null
  longitude: number | null
  precision: HousePrecision | null
  /** How far a house may be from the coordinate. Null if there are no distances. */
  radiusMetres: number | null
  shinkansenMetres: number | null
  airportMetres: number | null
  seaMetres: number | null
}

interface Located extends Coordinate {
  precision: HousePrecision
}

interface Placed {
  place: string | null
  /** The `value` of a prefecture in the contract, such as `ehime`. */
  prefecture: string | null
}

export type Locate = (listing: Placed) => Location

export const LOCATION_COLUMNS = [
  ...(['latitude', 'longitude', 'precision', 'radiusMetres'] as const),
  ...(['shinkansenMetres', 'airportMetres', 'seaMetres'] as const),
] as const satisfies (keyof Location)[]

const NOWHERE: Location = {
  ...{ latitude: null, longitude: null, precision: null, radiusMetres: null },
  ...{ shinkansenMetres: null, airportMetres: null, seaMetres: null },
}

/**
 * Returns a function that finds the location of a listing. Uses the location of the listing's
 * place, or of its prefecture if only the prefecture is known. Computes the distances once for each
 * place.
 */
export function createLocator(find: (code: string) => Located | undefined): Locate {
  const known = new Map<string, Location>()
  function at(code: string | null | undefined) {
    const location = known.get(code ?? '')
    if (location || !code) return location
    const found = find(code)
    const computed = found && locationOf(found)
    if (computed) known.set(code, computed)
    return computed
  }
  return function locate({ place, prefecture }) {
    return at(place) ?? at(prefectureCode(prefecture ?? '')) ?? NOWHERE
  }
}

/** The location of a house whose source states its point. */
export function locatePoint(point: Coordinate) {
  return locationOf({ ...point, precision: 'point' })
}

function locationOf({ latitude, longitude, precision }: Located): Location {
  const coordinate = { latitude, longitude, precision }
  // Leave out the distances, because the centre of a prefecture may be far from its houses.
  const errorKm = distanceErrorKm(precision)
  if (errorKm === null) return { ...NOWHERE, ...coordinate }
  return {
    ...coordinate,
    radiusMetres: errorKm * 1000,
    shinkansenMetres: nearestShinkansen(coordinate)?.metres ?? null,
    airportMetres: nearestOf(INTERNATIONAL_AIRPORTS, coordinate).metres,
    seaMetres: seaKilometres(coordinate) * 1000,
  }
}

export interface StationDistance {
  stationMetres: number | null
  stationIsStated: boolean
}

/**
 * The distance to a listing's station as the source states it. If the source states no distance,
 * this is the straight line from the listing's place to the station. Null if the station is
 * unknown, or if only the prefecture of the place is known.
 */
export function stationDistance(
  stated: number | undefined,
  station: Coordinate | null,
  { latitude, longitude, radiusMetres }: Location,
): StationDistance {
  if (stated !== undefined) return { stationMetres: stated, stationIsStated: true }
  const isPrecise = latitude !== null && longitude !== null && radiusMetres !== null
  return {
    stationMetres:
      station && isPrecise ? Math.round(metresBetween(station, { latitude, longitude })) : null,
    stationIsStated: false,
  }
}

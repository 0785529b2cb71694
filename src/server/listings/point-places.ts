import { metresBetween } from '#contract/great-circle.ts'
import type { Coordinate } from '#contract/place-values.ts'
import type { MunicipalOutline } from '#server/borders/outlines.ts'
import type { Place } from '#server/places/place.ts'
import { citiesOfWards } from '#server/places/places-by-code.ts'
import { MUNICIPALITY_LENGTH, type Oaza } from '#server/places/stored-places.ts'

/** A point farther than this from every municipality and oaza lies at sea or abroad. */
const MAX_KM = 40
/** The prefectures of this many municipalities around a point may have the point. */
const NEAREST = 6
/** Without borders, a point may lie in one of this many municipalities around it. */
const POSSIBLE = 12
/**
 * Without borders, a point surely lies in a municipality if a known place in it is this near, and
 * those of others are this many times as far.
 */
const SURE_KM = 3
const SURE_RATIO = 3
/** An oaza (district) is the one of a point up to this distance. */
const MAX_OAZA_KM = 2
/** A point farther than this from the oaza that the address names contradicts the address. */
export const MAX_FROM_OAZA_KM = 5

/** What is known of the municipality in which a point lies. */
export interface PointPlace {
  /** Null if the point may lie in one of several municipalities. */
  municipality: Place | null
  /** Null if the point may lie in one of several prefectures, or outside Japan. */
  prefecture: string | null
  /** The codes of all municipalities in which the point may lie. Empty at sea and abroad. */
  possible: ReadonlySet<string>
}

const NOWHERE: PointPlace = { municipality: null, prefecture: null, possible: new Set() }

interface Known {
  /** The outlines of a prefecture. Empty if no borders are stored. */
  outlinesIn: (prefecture: string) => readonly MunicipalOutline[]
  oazaIn: (municipality: string) => readonly Oaza[]
}

/**
 * Finds the places of points: by the borders of municipalities, or without borders by the nearest
 * known places.
 */
export function createPointPlaces(places: readonly Place[], known: Known) {
  const byCode = new Map(places.map((place) => [place.code, place]))
  const cityOf = citiesOfWards(byCode)
  const municipalities = places.filter(hasOwnCoordinate)

  /** Leaves out what lies at the coordinate of something else: a ward at its city's, for example. */
  function hasOwnCoordinate(place: Place) {
    if (place.code.length !== MUNICIPALITY_LENGTH || place.precision === 'prefecture') return false
    const city = byCode.get(cityOf.get(place.code) ?? '')
    return !city || city.latitude !== place.latitude || city.longitude !== place.longitude
  }

  function nearestTo(point: Coordinate) {
    return municipalities
      .map((place) => ({ place, km: kmBetween(place, point) }))
      .sort((one, other) => one.km - other.km)
  }

  function prefecturesNear(point: Coordinate) {
    return new Set(
      nearestTo(point)
        .slice(0, NEAREST)
        .map(({ place }) => place.prefecture),
    )
  }

  function find(point: Coordinate): PointPlace {
    const outlines = [...prefecturesNear(point)].map(known.outlinesIn)
    const hasBorders = outlines.every((inPrefecture) => inPrefecture.length > 0)
    return hasBorders ? findByBorders(point, outlines.flat()) : findByDistance(point)
  }

  function findByBorders(point: Coordinate, outlines: readonly MunicipalOutline[]): PointPlace {
    const possible = outlines.filter((outline) => outline.mayContain(point))
    const inside = possible.filter((outline) => outline.contains(point))
    const [only, another] = inside.length > 0 ? inside : possible
    return {
      ...toPointPlace(possible.map(({ code }) => code)),
      municipality: another ? null : (byCode.get(only?.code ?? '') ?? null),
    }
  }

  function findByDistance(point: Coordinate): PointPlace {
    const around = nearestTo(point)
      .slice(0, 2 * POSSIBLE)
      .map(({ place, km }) => {
        const ofOaza = known.oazaIn(place.code).map((oaza) => kmBetween(oaza, point))
        return { place, km: Math.min(km, ...ofOaza) }
      })
      .filter(({ km }) => km <= MAX_KM)
      .sort((one, other) => one.km - other.km)
      .slice(0, POSSIBLE)
    const [first, second] = around
    if (!first) return NOWHERE
    const isSure = first.km <= SURE_KM && (second?.km ?? Infinity) >= SURE_RATIO * first.km
    return {
      ...toPointPlace(around.map(({ place }) => place.code)),
      ...(isSure && { prefecture: first.place.prefecture }),
      municipality: isSure ? first.place : null,
    }
  }

  function toPointPlace(codes: readonly string[]) {
    const prefectures = new Set(codes.flatMap((code) => byCode.get(code)?.prefecture ?? []))
    const [only = null] = prefectures
    return { prefecture: prefectures.size === 1 ? only : null, possible: new Set(codes) }
  }

  /** Whether a municipality is one of the possible ones, a ward of it, or the city of one. */
  function isPossible({ possible }: PointPlace, code: string) {
    return (
      possible.has(code) ||
      possible.has(cityOf.get(code) ?? '') ||
      [...possible].some((one) => cityOf.get(one) === code)
    )
  }

  /** Whether a point can be the one of an address with this place and prefecture. */
  function liesIn(
    point: Coordinate,
    { place, prefecture }: { place: string | null; prefecture: string | null },
  ) {
    const found = find(point)
    if (place === null) {
      return [...found.possible].some(
        (code) => prefecture === null || byCode.get(code)?.prefecture === prefecture,
      )
    }
    const code = place.slice(0, MUNICIPALITY_LENGTH)
    const oaza = known.oazaIn(code).find((one) => one.code === place)
    if (oaza && kmBetween(oaza, point) > MAX_FROM_OAZA_KM) return false
    if (!found.municipality) return isPossible(found, code)
    return isPossible({ ...found, possible: certain(found.municipality, found) }, code)
  }

  /** With borders, all possible municipalities are within their tolerance. */
  function certain({ code, prefecture }: Place, { possible }: PointPlace) {
    return known.outlinesIn(prefecture).length > 0 ? possible : new Set([code])
  }

  /** The oaza of a point in a municipality. Null if none is near. */
  function findOaza(point: Coordinate, municipality: string) {
    let nearest: { oaza: Oaza; km: number } | null = null
    for (const oaza of known.oazaIn(municipality)) {
      const km = kmBetween(oaza, point)
      if (km <= (nearest?.km ?? MAX_OAZA_KM)) nearest = { oaza, km }
    }
    return nearest?.oaza ?? null
  }

  return { find, findOaza, liesIn, prefecturesNear }
}

function kmBetween(one: Coordinate, other: Coordinate) {
  return metresBetween(one, other) / 1000
}

import { LRUCache } from 'lru-cache'
import { metresBetween } from '#contract/great-circle.ts'
import type { Coordinate } from '#contract/place-values.ts'
import type { Place } from '#search/places/place.ts'
import { citiesOfWards, MUNICIPALITY_LENGTH } from '#search/places/place.ts'
import { MAX_FROM_OAZA_KM, MUNICIPALITY_KM } from '#search/radius.ts'
import type { MunicipalOutline } from '#server/borders/outlines.ts'
import type { Oaza } from '#server/places/stored-places.ts'

/** A point farther than this from every municipality and oaza lies at sea or abroad. */
const MAX_KM = 40
/** A point is looked for in the prefectures of this many municipalities around it. */
const NEAREST = 6
/** Without borders, a point is looked for in this many municipalities around it. */
const POSSIBLE = 12
/**
 * Without borders, a point surely lies in a municipality if one of its known places is this near, and
 * every place of another municipality is this many times as far.
 */
const SURE_KM = 3
const SURE_RATIO = 3
/**
 * A point lies in an oaza (district) whose center is at most this far away, if the centers of the
 * others are this many times as far. Otherwise, only the municipality is known.
 */
const MAX_OAZA_KM = 2
const OAZA_RATIO = 2
/** The results for this many points are kept, which is more than one batch of an import has. */
const MAX_KNOWN_POINTS = 5000

/** What is known of the municipality in which a point lies. */
export interface PointPlace {
  /** Null if the point may lie in one of several municipalities. */
  municipality: Place | null
  /** Null if the point may lie in one of several prefectures, or outside Japan. */
  prefecture: string | null
  /** The codes of all municipalities in which the point may lie. Empty at sea and abroad. */
  possible: ReadonlySet<string>
  /** The codes of the municipalities whose addresses the point does not contradict. */
  plausible: ReadonlySet<string>
}

const NOWHERE: PointPlace = {
  municipality: null,
  prefecture: null,
  possible: new Set(),
  plausible: new Set(),
}

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

  /** Leaves out prefectures and oaza, and wards that only have the coordinate of their city. */
  function hasOwnCoordinate(place: Place) {
    if (place.code.length !== MUNICIPALITY_LENGTH || place.precision === 'prefecture') return false
    const city = byCode.get(cityOf.get(place.code) ?? '')
    return !city || city.latitude !== place.latitude || city.longitude !== place.longitude
  }

  /** The nearest municipalities, the nearest one first. */
  const nearestTo = byPoint((point: Coordinate) => {
    const around = municipalities.filter((place) => isAround(place, point))
    return (around.length < 2 * POSSIBLE ? municipalities : around)
      .map((place) => ({ place, km: kmBetween(place, point) }))
      .sort((one, other) => one.km - other.km)
      .slice(0, 2 * POSSIBLE)
  })

  function prefecturesNear(point: Coordinate) {
    const nearest = nearestTo.of(point).slice(0, NEAREST)
    return new Set(nearest.map(({ place }) => place.prefecture))
  }

  const found = byPoint((point: Coordinate): PointPlace => {
    const outlines = [...prefecturesNear(point)].map(known.outlinesIn)
    const hasBorders = outlines.every((inPrefecture) => inPrefecture.length > 0)
    return hasBorders ? findByBorders(point, outlines.flat()) : findByDistance(point)
  })

  function findByBorders(point: Coordinate, outlines: readonly MunicipalOutline[]): PointPlace {
    const possible = outlines.filter((outline) => outline.mayContain(point))
    const inside = possible.filter((outline) => outline.contains(point))
    const [only, another] = inside.length > 0 ? inside : possible
    const pointPlace = toPointPlace(possible.map(({ code }) => code))
    return {
      ...pointPlace,
      plausible: pointPlace.possible,
      municipality: another ? null : (byCode.get(only?.code ?? '') ?? null),
    }
  }

  function findByDistance(point: Coordinate): PointPlace {
    const around = nearestTo
      .of(point)
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
      plausible: new Set(
        around
          .filter(({ km }, at) => at === 0 || (!isSure && km <= MUNICIPALITY_KM))
          .map(({ place }) => place.code),
      ),
    }
  }

  function toPointPlace(codes: readonly string[]) {
    const prefectures = new Set(codes.flatMap((code) => byCode.get(code)?.prefecture ?? []))
    const [only = null] = prefectures
    return { prefecture: prefectures.size === 1 ? only : null, possible: new Set(codes) }
  }

  /** Whether a municipality is plausible, or its city, or one of its wards. */
  function isPlausible({ plausible }: PointPlace, code: string) {
    return (
      plausible.has(code) ||
      plausible.has(cityOf.get(code) ?? '') ||
      [...plausible].some((one) => cityOf.get(one) === code)
    )
  }

  /** Whether a point can be the position of an address in this place and prefecture. */
  function liesIn(
    point: Coordinate,
    { place, prefecture }: { place: string | null; prefecture: string | null },
  ) {
    const pointPlace = found.of(point)
    if (place === null) {
      return [...pointPlace.possible].some(
        (code) => prefecture === null || byCode.get(code)?.prefecture === prefecture,
      )
    }
    const code = place.slice(0, MUNICIPALITY_LENGTH)
    const oaza = known.oazaIn(code).find((one) => one.code === place)
    if (oaza && kmBetween(oaza, point) > MAX_FROM_OAZA_KM) return false
    return isPlausible(pointPlace, code)
  }

  /** The oaza of a point in a municipality. Null if none or several are near. */
  function findOaza(point: Coordinate, municipality: string) {
    let nearest: { oaza: Oaza; km: number } | null = null
    let secondKm = Infinity
    for (const oaza of known.oazaIn(municipality)) {
      const km = kmBetween(oaza, point)
      if (km < (nearest?.km ?? Infinity)) {
        secondKm = nearest?.km ?? Infinity
        nearest = { oaza, km }
      } else secondKm = Math.min(secondKm, km)
    }
    if (!nearest || nearest.km > MAX_OAZA_KM) return null
    return secondKm >= OAZA_RATIO * nearest.km ? nearest.oaza : null
  }

  return {
    find: found.of,
    findOaza,
    liesIn,
    prefecturesNear,
    /** Forgets the places of points. Call this when more outlines or oaza are known. */
    forget: found.clear,
  }
}

/** Whether a place is so near that its distance is worth computing, which takes longer. */
function isAround(place: Coordinate, point: Coordinate) {
  return (
    Math.abs(place.latitude - point.latitude) < 1 &&
    Math.abs(place.longitude - point.longitude) < 1.5
  )
}

/** Remembers the results of a function for the last points, because a house needs them repeatedly. */
function byPoint<Result extends object>(compute: (point: Coordinate) => Result) {
  const known = new LRUCache<string, Result, Coordinate>({
    max: MAX_KNOWN_POINTS,
    memoMethod: (_key, _stale, { context: point }) => compute(point),
  })
  return {
    of: (point: Coordinate) =>
      known.memo(`${point.latitude},${point.longitude}`, { context: point }),
    clear: () => known.clear(),
  }
}

function kmBetween(one: Coordinate, other: Coordinate) {
  return metresBetween(one, other) / 1000
}

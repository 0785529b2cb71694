import type { Facts } from '#contract/facts.ts'
import type { Place } from '#search/places/place.ts'
import { MUNICIPALITY_LENGTH } from '#search/places/place.ts'
import type { MunicipalOutline } from '#server/borders/outlines.ts'
import { readOutlines } from '#server/borders/stored-borders.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import {
  createLocator,
  type Location,
  locatePoint,
  type StationDistance,
  stationDistance,
} from '#server/places/location.ts'
import { createMatcher, type Whereabouts } from '#server/places/match-place.ts'
import { findOaza } from '#server/places/oaza-names.ts'
import { type Oaza, readPlaces } from '#server/places/stored-places.ts'
import {
  createStationFinder,
  type FindStation,
  type Station,
} from '#server/stations/find-station.ts'
import { statedStations } from '#server/stations/stated-stations.ts'
import { readStations } from '#server/stations/stored-stations.ts'
import { createOazaTables } from './oaza-tables.ts'
import { createPointPlaces } from './point-places.ts'
import { statedShinkansen } from './stated-shinkansen.ts'

/** The point that the source of a listing states. */
interface Stated {
  statedLatitude?: number | null
  statedLongitude?: number | null
  /** The names of the columns that an administrator has edited; none by default. */
  editedColumns?: string[]
}

/** If an administrator has edited one of these columns, the stated point does not count. */
export const ADDRESS_COLUMNS = [
  listings.location.name,
  listings.city.name,
  listings.prefecture.name,
]

/** Whether the prefecture and the city were inferred from the stated point. */
interface Inferred {
  prefectureIsInferred: boolean
  cityIsInferred: boolean
}

/** The values of a listing that determine its place and its nearest station. */
export interface Placeable extends Whereabouts, Stated, Partial<Inferred> {
  transportation: string | null
}

export interface PlaceColumns extends Inferred {
  /**
   * The prefecture that is stated, or else the one in which the municipality lies. An administrator's
   * choice stays, even if the choice is none.
   */
  prefecture: string | null
  place: string | null
  city: string | null
  stationId: string | null
}

export interface Match {
  municipality: Place | null
  /** Whether the municipality comes from the stated point. */
  isInferred: boolean
  /**
   * The most precise place that the address names: an oaza (district), or else the municipality.
   */
  place: Place | Oaza | null
  station: Station | null
  /** Why the stated point gives no place. Null if it does, or if there is none. */
  pointProblem: PointProblem | null
}

/**
 * The point is `elsewhere` if it contradicts the address, `nowhere` if it lies at sea or outside Japan,
 * and `unplaced` if it may lie in several municipalities.
 */
export type PointProblem = 'elsewhere' | 'nowhere' | 'unplaced'

export interface ListingMatcher {
  /**
   * Caches the oaza (districts of municipalities) and the borders that are needed to place these
   * listings. Call this function before {@link columnsOf}, and outside a transaction. The embedded
   * database has one session, so the query would wait forever inside a transaction.
   */
  prepare: (listings: Iterable<Stated & Pick<Whereabouts, 'prefecture'>>) => Promise<void>
  /**
   * Finds the place and the station of a listing. `known` is the code of the place that an earlier
   * match found. The code is needed, because that match also replaced the source's text in `city`
   * by an English name, which may not identify the municipality.
   */
  match: (listing: Placeable, known?: string | null) => Match
  columnsOf: (listing: Placeable, known?: string | null) => PlaceColumns
  /** The columns of a listing that are computed from its place, its station and its facts. */
  locationOf: (listing: Locatable) => LocationColumns
}

/** The values of a listing that determine its location. */
interface Locatable extends Stated {
  place: string | null
  prefecture: string | null
  stationId: string | null
  transportation: string | null
  facts: Facts
}

export interface LocationColumns extends Location, StationDistance {
  shinkansenIsStated: boolean
}

export async function openMatcher(db: Pick<Database, 'select'>): Promise<ListingMatcher> {
  const places = await readPlaces(db)
  const stations = await readStations(db)
  const stationById = new Map(stations.map((station) => [station.id, station]))
  const findStation = createStationFinder(stations)
  const byCode = new Map(places.map((place) => [place.code, place]))
  const { locate, matchPlace } = createMatcher(places)
  const oaza = createOazaTables(db, places)
  const locateListing = createLocator((code) => byCode.get(code) ?? oaza.byCode(code))
  const outlines = createOutlines(db)
  const points = createPointPlaces(places, {
    outlinesIn: outlines.inPrefecture,
    oazaIn: oaza.inMunicipality,
  })

  function match(listing: Placeable, known: string | null = null): Match {
    const isPlaceInferred = inferredFromPoint(listing).cityIsInferred
    return matchStated(asStated(listing), isPlaceInferred ? null : known)
  }

  function matchStated(listing: Placeable, known: string | null): Match {
    const code = known?.slice(0, MUNICIPALITY_LENGTH)
    const written = byCode.get(code ?? '') ?? matchPlace(listing)
    const named = written && findIn(written, listing)
    const { municipality, place } = withPoint(listing, written, named)
    const station = stationOf(findStation, listing.transportation, place)
    const isInferred = !written && municipality !== null
    return {
      municipality,
      isInferred,
      place,
      station,
      pointProblem: problemOfPoint(listing, place),
    }
  }

  function problemOfPoint(listing: Placeable, place: Place | Oaza | null): PointProblem | null {
    const point = statedPoint(listing)
    const { prefecture } = listing
    if (!point) return null
    if (points.liesIn(point, { place: place?.code ?? null, prefecture }))
      return place ? null : 'unplaced'
    return points.find(point).possible.size === 0 ? 'nowhere' : 'elsewhere'
  }

  /** Completes the place that the address names by the stated point, if they do not differ. */
  function withPoint(listing: Placeable, written: Place | null, named: Place | Oaza | null) {
    const place = named ?? written
    const point = statedPoint(listing)
    const { prefecture } = listing
    if (named || !point || !points.liesIn(point, { place: place?.code ?? null, prefecture })) {
      return { municipality: written, place }
    }
    const found = points.find(point).municipality
    const isAllowed = prefecture === null || found?.prefecture === prefecture
    const municipality = written ?? (isAllowed ? found : null)
    return {
      municipality,
      place: (municipality && points.findOaza(point, municipality.code)) ?? municipality,
    }
  }

  function prefectureOf(listing: Placeable, municipality: Place | null) {
    if (listing.editedColumns?.includes(listings.prefecture.name)) return listing.prefecture
    const point = statedPoint(listing)
    return (
      listing.prefecture ?? municipality?.prefecture ?? (point && points.find(point).prefecture)
    )
  }

  function findIn(municipality: Place, { prefecture, city, location }: Whereabouts) {
    const names = oaza.namesOf(municipality)
    if (!names) return null
    for (const text of [location, city]) {
      const located = text ? locate(prefecture, text) : undefined
      const isSame = located?.place.code === municipality.code
      const found = isSame && located.rest !== '' && findOaza(names, located.rest)
      if (found) return found
    }
    return null
  }

  return {
    async prepare(all) {
      const prefectures = new Set<string | null>()
      for (const listing of all) {
        prefectures.add(listing.prefecture)
        const point = statedPoint(listing)
        if (!point) continue
        for (const prefecture of points.prefecturesNear(point)) {
          prefectures.add(prefecture)
          await outlines.prepare(prefecture)
        }
      }
      await oaza.prepare(prefectures)
      points.forget()
    },
    match,
    columnsOf(listing, known) {
      const { municipality, isInferred, place, station } = match(listing, known)
      const stated = asStated(listing)
      const prefecture = prefectureOf(stated, municipality)
      const isNamed = municipality !== null && !isInferred
      return {
        prefecture,
        place: place?.code ?? null,
        city: municipality?.english ?? stated.city,
        stationId: station?.id ?? null,
        ...(statedPoint(listing)
          ? {
              prefectureIsInferred: prefecture !== stated.prefecture && !isNamed,
              cityIsInferred: isInferred,
            }
          : inferredBefore(listing)),
      }
    },
    locationOf({ stationId, facts, transportation, ...placed }) {
      const point = statedPoint(placed)
      const isHere = point !== null && points.liesIn(point, placed)
      const location = isHere ? locatePoint(point) : locateListing(placed)
      const station = stationById.get(stationId ?? '') ?? null
      const shinkansen = statedShinkansen({ facts, transportation, ...location })
      return {
        ...location,
        ...stationDistance(facts.station, station, location),
        shinkansenMetres: shinkansen?.metres ?? location.shinkansenMetres,
        shinkansenIsStated: shinkansen !== undefined,
      }
    },
  }
}

/**
 * The listing without the prefecture and the city that an earlier match inferred from its point. They
 * are inferred again, because better borders may show that the point lies elsewhere.
 */
function asStated(listing: Placeable): Placeable {
  const { prefectureIsInferred, cityIsInferred } = inferredFromPoint(listing)
  if (!(prefectureIsInferred || cityIsInferred)) return listing
  return {
    ...listing,
    prefecture: prefectureIsInferred ? null : listing.prefecture,
    city: cityIsInferred ? null : listing.city,
  }
}

/** What an earlier match inferred. Nothing if an edited address replaces the point. */
function inferredFromPoint(listing: Placeable): Inferred {
  if (statedPoint(listing)) return inferredBefore(listing)
  return { prefectureIsInferred: false, cityIsInferred: false }
}

/** What an earlier match inferred. An edited address keeps this, because the edit may be undone. */
function inferredBefore({ prefectureIsInferred = false, cityIsInferred = false }: Placeable) {
  return { prefectureIsInferred, cityIsInferred }
}

function statedPoint({ statedLatitude, statedLongitude, editedColumns = [] }: Stated) {
  if (ADDRESS_COLUMNS.some((column) => editedColumns.includes(column))) return null
  if (typeof statedLatitude !== 'number' || typeof statedLongitude !== 'number') return null
  return { latitude: statedLatitude, longitude: statedLongitude }
}

/** Caches the outlines of municipalities, which only listings with a point need. */
function createOutlines(db: Pick<Database, 'select'>) {
  const known = new Map<string, MunicipalOutline[]>()
  return {
    async prepare(prefecture: string) {
      if (!known.has(prefecture)) known.set(prefecture, await readOutlines(db, prefecture))
    },
    inPrefecture: (prefecture: string) => known.get(prefecture) ?? [],
  }
}

function stationOf(find: FindStation, transportation: string | null, place: Place | Oaza | null) {
  // The centre of a prefecture may be far from the house, so it does not show which station is
  // near.
  const near = place && place.precision !== 'prefecture' ? place : null
  for (const { name, lines } of statedStations(transportation)) {
    const station = find(name, lines, near)
    if (station) return station
  }
  return null
}

import type { PlaceCounts } from '#contract/listings.ts'
import type { PlaceCount } from '../counts.ts'
import { prefectureCode, radiusKm } from '../radius.ts'
import { MUNICIPALITY_LENGTH, type Place, type PlacesByCode } from './place.ts'

/**
 * Groups counts of houses by the places that a map shows: municipalities and wards, or the
 * prefecture if only the prefecture is known. Houses in one of the given `oaza` (districts) are
 * grouped by oaza instead.
 */
export function groupByPlace(
  counts: PlaceCount[],
  placesByCode: PlacesByCode,
  oaza: ReadonlyMap<string, Place> = new Map(),
): PlaceCounts {
  const groups = new Map<Place, number>()
  let unplaced = 0
  for (const { prefecture, place, count } of counts) {
    const shown = oaza.get(place ?? '') ?? shownPlace(placesByCode, prefecture, place)
    if (shown) groups.set(shown, (groups.get(shown) ?? 0) + count)
    else unplaced += count
  }
  const places = [...groups].map(([place, count]) => toMapPlace(place, count, placesByCode))
  // Sort the places, because the order differs between the in-memory columns and the database.
  // Without sorting, equal counts would get different ETags.
  return { places: places.sort((one, other) => (one.code < other.code ? -1 : 1)), unplaced }
}

/**
 * The area under which a map counts a place: the municipality if its coordinate is known, otherwise
 * the prefecture.
 */
function shownPlace(placesByCode: PlacesByCode, prefecture: string | null, place: string | null) {
  const municipality = placesByCode.get(place?.slice(0, MUNICIPALITY_LENGTH) ?? '')
  if (municipality && municipality.precision !== 'prefecture') return municipality
  return placesByCode.get(prefectureCode(municipality?.prefecture ?? prefecture ?? '') ?? '')
}

function toMapPlace(
  place: Place,
  count: number,
  placesByCode: PlacesByCode,
): PlaceCounts['places'][number] {
  const { code, english, japanese, prefecture, latitude, longitude, precision } = place
  return {
    ...{ code, en: english || japanese, ja: fullName(place, placesByCode), prefecture },
    ...{ latitude, longitude, precision, radius_km: radiusKm(place), count },
  }
}

/**
 * The place's Japanese name. The name of an oaza (district) begins with its municipality, because
 * few people know an oaza by its own name.
 */
function fullName({ code, japanese }: Place, placesByCode: PlacesByCode) {
  const municipality =
    code.length > MUNICIPALITY_LENGTH && placesByCode.get(code.slice(0, MUNICIPALITY_LENGTH))
  return municipality ? municipality.japanese + japanese : japanese
}

/** Groups counts of houses by prefecture only, not by municipality or oaza (district). */
export function groupByPrefecture(counts: PlaceCount[], placesByCode: PlacesByCode): PlaceCounts {
  return groupByPlace(
    counts.map((count) => ({ ...count, place: null })),
    placesByCode,
  )
}

/**
 * Japan has a hundred thousand oaza (districts). A map that shows so many would be unreadable, and
 * its response would have many megabytes.
 */
const MAX_OAZA = 5000

/** The codes of the oaza (districts) that have houses. Empty if there are more than {@link MAX_OAZA}. */
export function oazaWithHouses(counts: PlaceCount[]) {
  const codes = counts.flatMap(({ place }) =>
    place !== null && place.length > MUNICIPALITY_LENGTH ? [place] : [],
  )
  const different = new Set(codes)
  return different.size > MAX_OAZA ? [] : [...different]
}

import type { PlaceCounts } from '#contract/listings.ts'
import type { PlaceCount } from '#search/counts.ts'
import { prefectureCode, radiusKm } from '#search/radius.ts'
import type { Place } from '#server/places/place.ts'
import type { PlacesByCode } from '#server/places/places-by-code.ts'
import { MUNICIPALITY_LENGTH } from '#server/places/stored-places.ts'

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

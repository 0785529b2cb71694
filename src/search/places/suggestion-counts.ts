import { REGION_CODES } from '#contract/choices.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { prefecturesOf, REGIONS } from '#contract/regions.ts'
import type { PlaceCount } from '../counts.ts'
import { prefectureCode } from '../radius.ts'
import { citiesOfWards, MUNICIPALITY_LENGTH, type PlacesByCode } from './place.ts'

interface Counted {
  /** The numbers of all offered houses by place. */
  places: PlaceCount[]
  /** The number of houses in the region `coast`. */
  coast: number
  /** The numbers of houses by the id of their nearest station. */
  stations: ReadonlyMap<string, number>
}

/** The numbers of houses by the `ref` of a suggestion. Suggestions without houses are missing. */
export function countSuggestions(
  { places, coast, stations }: Counted,
  placesByCode: PlacesByCode,
): ReadonlyMap<string, number> {
  const ofStations = [...stations].map(([id, count]) => [`station:${id}`, count] as const)
  return new Map([...countAreas(places, placesByCode), ['coast', coast], ...ofStations])
}

/**
 * For each prefecture, the regions that contain the whole prefecture. The region `coast` is left
 * out, because it contains only the seaside areas of prefectures.
 */
const REGIONS_OF = new Map(
  PREFECTURES.map(({ value }) => [
    value,
    REGION_CODES.filter(
      (code) => REGIONS[code].seaKm === undefined && prefecturesOf(code).includes(value),
    ),
  ]),
)

/**
 * The number of houses in each region except `coast`, and in each prefecture, municipality and oaza
 * (district), by code.
 */
function countAreas(places: PlaceCount[], placesByCode: PlacesByCode) {
  const cities = citiesOfWards(placesByCode)
  const counts = new Map<string, number>()
  for (const { prefecture, place, count } of places) {
    if (prefecture === null) continue
    const municipality = place?.slice(0, MUNICIPALITY_LENGTH)
    const areas = new Set([
      ...(REGIONS_OF.get(prefecture) ?? []),
      ...[prefectureCode(prefecture), cities.get(municipality ?? ''), municipality, place],
    ])
    for (const area of areas) if (area) counts.set(area, (counts.get(area) ?? 0) + count)
  }
  return counts
}

import { REGION_CODES } from '#contract/choices.ts'
import type { Coordinate } from '#contract/place-values.ts'
import { PREFECTURES, prefectureDisplay } from '#contract/prefectures.ts'
import { prefecturesOf, REGIONS } from '#contract/regions.ts'
import { MUNICIPALITY_LENGTH, type Place, type PlacesByCode, type Station } from './place.ts'
import type { Pause, Suggestible } from './suggestion-index.ts'
import { keysOf } from './suggestion-keys.ts'

/** After this many stations, the search for their prefectures pauses. */
const PAUSE_INTERVAL_STATIONS = 200

interface Sources {
  places: PlacesByCode
  oaza: PlacesByCode
  stations: Iterable<Station>
}

/**
 * Everything that can be suggested: the regions, the prefectures, municipalities and wards, the
 * given oaza (districts), and the stations.
 */
export async function suggestiblePlaces(
  { places, oaza, stations }: Sources,
  pause: Pause,
): Promise<Suggestible[]> {
  const areas = [...places.values(), ...oaza.values()]
  return [
    ...regions(),
    ...areas.map((place) => toSuggestible(place, places)),
    ...(await stationsIn(places, stations, pause)),
  ]
}

async function stationsIn(places: PlacesByCode, stations: Iterable<Station>, pause: Pause) {
  const municipalities = [...places.values()].filter(
    ({ precision }) => precision === 'municipality',
  )
  const nearestTo = nearestPlaceFinder(municipalities)
  const suggestible: Suggestible[] = []
  for (const station of stations) {
    if (suggestible.length % PAUSE_INTERVAL_STATIONS === 0) await pause()
    const { id, name, english, latitude, longitude } = station
    const prefecture = nearestTo(station)?.prefecture
    suggestible.push({
      ...{ ref: `station:${id}`, kind: 'station', en: english ?? name, ja: name },
      ...(prefecture && { within: prefectureDisplay(prefecture) }),
      coordinate: { latitude, longitude },
      names: [{ japanese: name, english: english ?? '', kana: '' }],
      areas: prefecture ? prefectureKeys(prefecture) : [],
    })
  }
  return suggestible
}

/**
 * Returns a function that finds the nearest place. Compares distances on a plane, in arrays of numbers.
 * Great circles, or reading the places themselves, would take seconds for thousands of stations.
 */
function nearestPlaceFinder(places: Place[]) {
  const latitudes = Float64Array.from(places, ({ latitude }) => latitude)
  const longitudes = Float64Array.from(places, ({ longitude }) => longitude)
  return ({ latitude, longitude }: Coordinate) => {
    let nearest = -1
    let least = Infinity
    for (let at = 0; at < latitudes.length; at++) {
      const north = (latitudes[at] ?? 0) - latitude
      const east = (longitudes[at] ?? 0) - longitude
      const distance = north * north + east * east
      if (distance < least) {
        nearest = at
        least = distance
      }
    }
    return places[nearest]
  }
}

const prefectureNames = new Map(
  PREFECTURES.map(({ value, display, japanese }) => [
    value,
    keysOf({ english: display, japanese, kana: '' }),
  ]),
)

function prefectureKeys(prefecture: string) {
  return prefectureNames.get(prefecture) ?? []
}

/** All regions except Hokkaido, which is suggested as a prefecture. */
function regions(): Suggestible[] {
  return REGION_CODES.filter((code) => prefecturesOf(code).length > 1).map((code) => {
    const { display, japanese, kana, others } = REGIONS[code]
    return {
      ...{ ref: code, kind: 'region', en: display, ja: japanese, areas: [] },
      names: [{ english: display, japanese, kana }, ...others],
    }
  })
}

function toSuggestible(place: Place, places: PlacesByCode): Suggestible {
  const { code, japanese, english, kana, prefecture, latitude, longitude, precision } = place
  const names = [{ japanese, english, kana }]
  if (code.length === 2) {
    const within = 'Japan'
    return { ref: code, kind: 'prefecture', en: english, ja: japanese, within, names, areas: [] }
  }
  const located = precision !== 'prefecture' && { coordinate: { latitude, longitude } }
  const municipality = places.get(code.slice(0, MUNICIPALITY_LENGTH))
  if (code.length === MUNICIPALITY_LENGTH || !municipality) {
    const within = prefectureDisplay(prefecture)
    return {
      ...{ ref: code, kind: 'municipality', en: english, ja: japanese, within },
      ...{ names, areas: prefectureKeys(prefecture), ...located },
    }
  }
  return {
    ...{ ref: code, kind: 'oaza', en: english || japanese, ja: japanese, names },
    within: municipality.english,
    ...located,
    areas: [...keysOf(municipality), ...prefectureKeys(prefecture)],
  }
}

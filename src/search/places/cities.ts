import { hasJapanese } from '#contract/japanese.ts'
import { parseCityFilter, prefectureDisplay } from '#contract/prefectures.ts'
import type { CityCount } from '../counts.ts'
import { MUNICIPALITY_LENGTH, type Place, type PlacesByCode } from './place.ts'

const byDisplay = new Intl.Collator('en').compare

/** The cities with their names and counts, sorted by English name. */
export function nameCities(places: PlacesByCode, counts: CityCount[]) {
  const names = japaneseNames(places)
  const nameCounts = new Map<string, number>()
  for (const { city } of counts) nameCounts.set(city, (nameCounts.get(city) ?? 0) + 1)
  return counts
    .map(({ prefecture, city: name, count }) => ({
      ...(nameCounts.get(name) === 1 ? uniqueCity(name) : sharedNameCity(prefecture, name)),
      ...(names.get(keyOf(prefecture, name)) ?? { japanese: undefined, kana: undefined }),
      count,
    }))
    .sort((one, other) => byDisplay(one.display, other.display))
}

function japaneseNames(places: PlacesByCode) {
  return new Map(
    municipalities(places).map(({ prefecture, english, japanese, kana }) => [
      keyOf(prefecture, english),
      { japanese, kana: kana || undefined },
    ]),
  )
}

/** The municipalities and wards, without the prefectures. */
function municipalities(places: PlacesByCode): Place[] {
  return [...places.values()].filter(({ code }) => code.length === MUNICIPALITY_LENGTH)
}

function keyOf(prefecture: string, name: string) {
  return `${prefecture}/${name}`
}

function uniqueCity(name: string) {
  return { value: name, display: name }
}

/**
 * The entry of a city whose name exists in several prefectures. The entry names the prefecture, so
 * that people can tell these cities apart.
 */
function sharedNameCity(prefecture: string, name: string) {
  return {
    value: keyOf(prefecture, name),
    display: `${name} (${prefectureDisplay(prefecture)})`,
  }
}

/**
 * Finds the English name, which is stored with listings, of a city that a filter names in Japanese.
 * Links contain Japanese names if people copied them before the places were known. Keeps a name that
 * matches no municipality, because listings may be stored with the name that the source wrote.
 */
export function englishCity(
  places: PlacesByCode,
  filter: { prefecture?: string | undefined; city: string },
) {
  const { name, ...city } = parseCityFilter(filter.city)
  const prefecture = city.prefecture ?? filter.prefecture
  const found = municipalities(places).filter(
    (place) => place.japanese === name && (!prefecture || place.prefecture === prefecture),
  )
  const [place, other] = found
  // If several municipalities have this name, keep the filter as it is.
  return place && !other ? keyOf(place.prefecture, place.english) : filter.city
}

/** Whether {@link englishCity} may change the name. */
export function isJapaneseCity(city: string | undefined): city is string {
  return city !== undefined && hasJapanese(city)
}

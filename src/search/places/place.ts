import type { PRECISIONS } from '#contract/choices.ts'
import type { Coordinate } from '#contract/place-values.ts'

/** A prefecture, a municipality, a ward of a city, or an oaza (district). */
export interface Place extends Coordinate {
  /** The code of JIS X 0401 or 0402 without check digit. An oaza has the code of its municipality and more. */
  code: string
  /** The prefecture's `value` in the API, such as `ehime`. */
  prefecture: string
  /** The name of a ward begins with the name of its city, such as `神戸市北区`. */
  japanese: string
  /** The reading in hiragana. Empty if the reading is uncertain. */
  kana: string
  /** The English name. Empty for an oaza whose reading is uncertain. */
  english: string
  /** The kind of area that the coordinate locates. */
  precision: (typeof PRECISIONS)[number]
}

export interface Station extends Coordinate {
  id: string
  /** The name in Japanese, without `駅`. */
  name: string
  /** Null if the reading of the Japanese name is uncertain. */
  english: string | null
}

/** Prefectures, municipalities and wards by code. There are two thousand of them. */
export type PlacesByCode = ReadonlyMap<string, Place>

/**
 * The number of digits in the code of a municipality or ward. The code of an oaza begins with the
 * code of its municipality or ward.
 */
export const MUNICIPALITY_LENGTH = 5

/** A municipality, and its wards if it has some. Empty if the municipality does not exist. */
export function withWards(places: PlacesByCode, code: string): Place[] {
  const city = places.get(code)
  if (!city || code.length !== MUNICIPALITY_LENGTH) return []
  return [city, ...[...places.values()].filter((place) => isWardOf(place, city))]
}

/** The name of a ward begins with the name of its city. */
function isWardOf({ prefecture, japanese }: Place, city: Place) {
  if (prefecture !== city.prefecture || !japanese.startsWith(city.japanese)) return false
  return japanese.slice(city.japanese.length).endsWith('区')
}

/** The codes of the cities by the codes of their wards. */
export function citiesOfWards(places: PlacesByCode) {
  const keyOf = ({ prefecture, japanese }: Pick<Place, 'prefecture' | 'japanese'>) =>
    `${prefecture} ${japanese}`
  const byName = new Map([...places.values()].map((place) => [keyOf(place), place.code]))
  return new Map(
    [...places.values()].flatMap((place) => {
      const japanese = place.japanese.match(/^.+市(?=.+区$)/)?.[0]
      const city = japanese && byName.get(keyOf({ ...place, japanese }))
      return city ? [[place.code, city] as const] : []
    }),
  )
}

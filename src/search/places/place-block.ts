import { PRECISIONS } from '#contract/choices.ts'
import type { Block, Row } from '../block.ts'
import { MUNICIPALITY_LENGTH, type Place, type Station } from './place.ts'
import type { PlaceDirectory } from './place-lookup.ts'

/** The columns of a block of places and stations. */
export const PLACE_COLUMNS = {
  /** `place` or `station`. */
  kind: 'choice',
  /** The code of a place, or the id of a station. */
  code: 'text',
  japanese: 'text',
  kana: 'text',
  english: 'text',
  /** Null for a station. */
  prefecture: 'choice',
  latitude: 'number',
  longitude: 'number',
  /** Null for a station. */
  precision: 'choice',
} as const

export type PlaceRow = Row<typeof PLACE_COLUMNS>
export type PlaceBlock = Block<typeof PLACE_COLUMNS>

export function placeRow(place: Place): PlaceRow {
  const { code, japanese, kana, english, prefecture, latitude, longitude, precision } = place
  const names = { japanese, kana, english }
  return { kind: 'place', code, ...names, prefecture, latitude, longitude, precision }
}

export function stationRow({ id, name, english, latitude, longitude }: Station): PlaceRow {
  const names = { japanese: name, kana: null, english }
  return {
    ...{ kind: 'station', code: id, ...names, prefecture: null },
    ...{ latitude, longitude, precision: null },
  }
}

/** Opens the blocks of places of a catalogue. */
export function openPlaces(blocks: readonly PlaceBlock[]): PlaceDirectory {
  const places = new Map<string, Place>()
  const oaza = new Map<string, Place>()
  const stations = new Map<string, Station>()
  for (const { size, numbers, texts } of blocks) {
    const [kind, codes] = [texts('kind'), texts('code')]
    const [japanese, kana, english] = [texts('japanese'), texts('kana'), texts('english')]
    const [prefecture, precision] = [texts('prefecture'), texts('precision')]
    const [latitude, longitude] = [numbers('latitude'), numbers('longitude')]
    for (let row = 0; row < size; row++) {
      const code = codes(row) ?? ''
      const coordinate = { latitude: latitude(row) ?? 0, longitude: longitude(row) ?? 0 }
      if (kind(row) === 'station') {
        const names = { name: japanese(row) ?? '', english: english(row) }
        stations.set(code, { id: code, ...names, ...coordinate })
        continue
      }
      const place: Place = {
        ...{ code, prefecture: prefecture(row) ?? '', ...coordinate },
        ...{ japanese: japanese(row) ?? '', kana: kana(row) ?? '', english: english(row) ?? '' },
        precision: PRECISIONS.find((one) => one === precision(row)) ?? 'prefecture',
      }
      if (code.length > MUNICIPALITY_LENGTH) oaza.set(code, place)
      else places.set(code, place)
    }
  }
  return { places, oaza, stations }
}

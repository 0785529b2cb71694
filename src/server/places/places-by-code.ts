import { createCache } from '#server/concurrency/cache.ts'
import type { Database } from '#server/db/database.ts'
import type { Place } from './place.ts'
import { MUNICIPALITY_LENGTH, readOazaByCode, readPlaces } from './stored-places.ts'

/** Prefectures, municipalities and wards by code. There are two thousand of them. */
export type PlacesByCode = ReadonlyMap<string, Place>

/**
 * Returns a function that reads all prefectures, municipalities and wards once for each revision of
 * the catalogue.
 */
export function openPlacesByCode(db: Database) {
  const cache = createCache<PlacesByCode>(1)
  return (revision: number) => cache.get(String(revision), () => readPlacesByCode(db))
}

async function readPlacesByCode(db: Database): Promise<PlacesByCode> {
  return new Map((await readPlaces(db)).map((place) => [place.code, place]))
}

/** The oaza (districts) with these codes. Empty if there are more than {@link MAX_OAZA}. */
export async function findOaza(db: Database, codes: string[]): Promise<PlacesByCode> {
  const fine = codes.filter((code) => code.length > MUNICIPALITY_LENGTH)
  if (fine.length === 0 || fine.length > MAX_OAZA) return new Map()
  return new Map((await readOazaByCode(db, fine)).map((place) => [place.code, place]))
}

/**
 * Japan has a hundred thousand oaza (districts). A map that shows so many would be unreadable, and
 * its response would have many megabytes.
 */
const MAX_OAZA = 5000

export function citiesOfWards(placesByCode: PlacesByCode) {
  const keyOf = ({ prefecture, japanese }: Pick<Place, 'prefecture' | 'japanese'>) =>
    `${prefecture} ${japanese}`
  const byName = new Map([...placesByCode.values()].map((place) => [keyOf(place), place.code]))
  return new Map(
    [...placesByCode.values()].flatMap((place) => {
      const japanese = place.japanese.match(/^.+市(?=.+区$)/)?.[0]
      const city = japanese && byName.get(keyOf({ ...place, japanese }))
      return city ? [[place.code, city] as const] : []
    }),
  )
}

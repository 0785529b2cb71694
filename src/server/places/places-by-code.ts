import type { PlacesByCode } from '#search/places/place.ts'
import { createCache } from '#server/concurrency/cache.ts'
import type { Database } from '#server/db/database.ts'
import { readOazaByCode, readPlaces } from './stored-places.ts'

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

/** The oaza (districts) with these codes. */
export async function findOaza(db: Database, codes: string[]): Promise<PlacesByCode> {
  if (codes.length === 0) return new Map()
  return new Map((await readOazaByCode(db, codes)).map((place) => [place.code, place]))
}

import type { Database } from '#server/db/database.ts'
import { readDefaultPlaces } from '#server/places/default-places.ts'
import { preparePlaces } from '#server/places/stored-places.ts'

let reading: ReturnType<typeof readDefaultPlaces> | undefined

function readOnce() {
  reading ??= readDefaultPlaces()
  return reading
}

/**
 * Stores the default places. Reading their packages takes 0.4 s, so each test worker reads them
 * only once.
 */
export function addDefaultPlaces(db: Database, now = new Date()) {
  return preparePlaces(db, now, readOnce)
}

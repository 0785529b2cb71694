import { sql } from 'drizzle-orm'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Database } from '#server/db/database.ts'
import { placeSources, places } from '#server/db/schema.ts'
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

/**
 * Returns a function that stores the places that `add` stores in an empty database. It calls `add`
 * only once, because starting the thread that reads a file of places takes 1.5 s.
 */
export function placesAddedOnce(add: (db: Database) => Promise<unknown>) {
  let added: Awaited<ReturnType<typeof readAll>> | undefined
  return async (db: Database) => {
    if (added) return write(db, added)
    await add(db)
    added = await readAll(db)
  }
}

async function readAll(db: Database) {
  return { places: await db.select().from(places), sources: await db.select().from(placeSources) }
}

async function write(db: Database, added: Awaited<ReturnType<typeof readAll>>) {
  await db.insert(placeSources).values(added.sources)
  await db.execute(bulkInsert(places, added.places))
  await db.execute(sql`analyze ${places}`)
}

import { inArray } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { bumpRevision, everyListing, isOneOf } from '#server/listings/catalogue.ts'
import { generateListings, insertListings } from './generated-listings.ts'

/** Adds generated houses, and returns their ids. */
export async function addHouses(db: Database, count: number, seed = 1) {
  const rows = [...generateListings(count, seed)]
  await insertListings(db, rows)
  await announce(db)
  return rows.map(({ id }) => id)
}

/** Raises the revision of the catalogue, as each change of listings does. */
export function announce(db: Database, which = everyListing) {
  return db.transaction((tx) => bumpRevision(tx, which))
}

export async function changeHouses(
  db: Database,
  ids: string[],
  values: Partial<typeof listings.$inferInsert>,
) {
  await db.update(listings).set(values).where(inArray(listings.id, ids))
  await announce(db, isOneOf(ids))
}

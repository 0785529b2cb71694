import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { borders, placeSources } from '#server/db/schema.ts'
import { lockSources, OFFICIAL_SOURCES, type PlaceSource } from '#server/places/stored-places.ts'
import { openOutline } from './outlines.ts'

/**
 * Replaces the borders of all prefectures. The caller must then match all listings again, because
 * the borders decide in which municipality a point lies.
 */
export function replaceBorders(
  db: Database,
  replacement: Omit<typeof borders.$inferInsert, 'source'>[],
  source: PlaceSource,
) {
  return db.transaction(async (tx) => {
    await lockSources(tx)
    // Deleting a source also deletes its borders.
    await tx.delete(placeSources).where(eq(placeSources.name, source.name))
    await tx.insert(placeSources).values(source)
    await tx.insert(borders).values(replacement.map((row) => ({ ...row, source: source.name })))
  })
}

/** The borders in a prefecture. Empty if no borders are stored. */
export async function findBorders(db: Database, prefecture: string) {
  const [found] = await db
    .select({ path: borders.path })
    .from(borders)
    .where(eq(borders.prefecture, prefecture))
  return found?.path ?? ''
}

/** The outlines of the municipalities in a prefecture. Empty if no borders are stored. */
export async function readOutlines(db: Pick<Database, 'select'>, prefecture: string) {
  const [found] = await db
    .select({ outlines: borders.outlines })
    .from(borders)
    .where(eq(borders.prefecture, prefecture))
  return Object.entries(found?.outlines ?? {}).map(([code, rings]) => openOutline(code, rings))
}

/** The credit of the stored borders. Undefined if no borders are stored. */
export async function findBordersCredit(db: Database) {
  const [found] = await db
    .select({ credit: placeSources.attribution })
    .from(placeSources)
    .where(eq(placeSources.name, OFFICIAL_SOURCES.borders))
  return found?.credit
}

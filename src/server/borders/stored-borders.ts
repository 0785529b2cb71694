import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { borders, placeSources } from '#server/db/schema.ts'
import { lockSources, OFFICIAL_SOURCES, type PlaceSource } from '#server/places/stored-places.ts'

/**
 * Replaces the borders of all prefectures. Sets `matchedAt` immediately, because listings are
 * matched with places and stations, but not with borders.
 */
export function replaceBorders(
  db: Database,
  replacement: { prefecture: string; path: string }[],
  source: PlaceSource,
) {
  return db.transaction(async (tx) => {
    await lockSources(tx)
    // Deleting a source also deletes its borders.
    await tx.delete(placeSources).where(eq(placeSources.name, source.name))
    await tx.insert(placeSources).values({ ...source, matchedAt: source.importedAt })
    await tx
      .insert(borders)
      .values(
        replacement.map(({ prefecture, path }) => ({ prefecture, path, source: source.name })),
      )
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

/** The credit of the stored borders. Undefined if no borders are stored. */
export async function findBordersCredit(db: Database) {
  const [found] = await db
    .select({ credit: placeSources.attribution })
    .from(placeSources)
    .where(eq(placeSources.name, OFFICIAL_SOURCES.borders))
  return found?.credit
}

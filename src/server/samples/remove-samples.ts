import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listings, SAMPLE_SOURCE, sources } from '#server/db/schema.ts'
import { lockFolds } from '#server/listings/apply-folds.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'

export async function countSamples(db: Database) {
  return db.$count(listings, eq(listings.source, SAMPLE_SOURCE))
}

/**
 * Removes the sample houses, and returns their number. If another process is adding sample houses,
 * that process stops.
 */
export async function removeSamples(db: Database) {
  return db.transaction(async (tx) => {
    // Deleting a listing deletes its pairs too.
    await lockFolds(tx)
    // Lock the row of the sample houses in `sources`. A process that adds sample houses locks the
    // same row for each batch, and stops if the row no longer exists.
    await tx.select().from(sources).where(eq(sources.name, SAMPLE_SOURCE)).for('update')
    const removed = await tx
      .delete(listings)
      .where(eq(listings.source, SAMPLE_SOURCE))
      .returning({ id: listings.id })
    await tx.delete(sources).where(eq(sources.name, SAMPLE_SOURCE))
    await bumpRevision(tx, everyListing)
    return removed.length
  })
}

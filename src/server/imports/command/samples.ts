import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listings, SAMPLE_SOURCE, sources } from '#server/db/schema.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'

/** How many invented houses the catalogue has. */
export async function countSamples(db: Database) {
  return db.$count(listings, eq(listings.source, SAMPLE_SOURCE))
}

/** Takes the invented houses out of the catalogue, and stops whoever is still adding some; says how many went. */
export async function removeSamples(db: Database) {
  return db.transaction(async (tx) => {
    // Whoever adds samples holds their source meanwhile, and stops when it is gone.
    await tx.select().from(sources).where(eq(sources.name, SAMPLE_SOURCE)).for('update')
    const removed = await tx
      .delete(listings)
      .where(eq(listings.source, SAMPLE_SOURCE))
      .returning({ id: listings.id })
    await tx.delete(sources).where(eq(sources.name, SAMPLE_SOURCE))
    await bumpRevision(tx)
    return removed.length
  })
}

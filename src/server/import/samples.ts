import { eq } from 'drizzle-orm'
import { bumpRevision } from '../catalogue.ts'
import type { Database } from '../db/database.ts'
import { listings, SAMPLE_SOURCE } from '../db/schema.ts'

/** How many invented houses the catalogue has. */
export async function countSamples(db: Database) {
  return db.$count(listings, eq(listings.source, SAMPLE_SOURCE))
}

export async function removeSamples(db: Database) {
  await db.transaction(async (tx) => {
    await tx.delete(listings).where(eq(listings.source, SAMPLE_SOURCE))
    await bumpRevision(tx)
  })
}

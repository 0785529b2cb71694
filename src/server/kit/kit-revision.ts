import { desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { kitFields } from '#server/db/schema.ts'

/** The revision of the field that the person has changed last. 0 without any field. */
export async function readKitRevision(db: Database, userId: string) {
  const [latest] = await db
    .select({ revision: kitFields.revision })
    .from(kitFields)
    .where(eq(kitFields.userId, userId))
    .orderBy(desc(kitFields.revision))
    .limit(1)
  return latest?.revision ?? 0
}

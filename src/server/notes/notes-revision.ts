import { desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { noteFields } from '#server/db/schema.ts'

/** The revision of the field that the person has changed last. 0 without any field. */
export async function readNotesRevision(db: Database, userId: string) {
  const [latest] = await db
    .select({ revision: noteFields.revision })
    .from(noteFields)
    .where(eq(noteFields.userId, userId))
    .orderBy(desc(noteFields.revision))
    .limit(1)
  return latest?.revision ?? 0
}

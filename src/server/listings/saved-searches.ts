import { desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { savedSearches } from '#server/db/schema.ts'
import { digest } from '#server/revisions/digest.ts'

/** The person's saved searches, the latest first. */
export async function readSavedSearches(db: Database, userId: string) {
  const { id, name, search, createdAt } = savedSearches
  const searches = await db
    .select({ id, name, search })
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(createdAt), desc(id))
  return { searches, revision: digest(searches) }
}

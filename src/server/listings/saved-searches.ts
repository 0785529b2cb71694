import { desc, eq } from 'drizzle-orm'
import { readSearch, SearchFields } from '#contract/saved-searches.ts'
import type { Database } from '#server/db/database.ts'
import { savedSearches } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { digest } from '#server/revisions/digest.ts'
import type { Search } from './open-search.ts'

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

/**
 * The resolved filters and the order of a saved search. Undefined if this version of Engawa no longer
 * understands the search, or if the currency of the search has no exchange rate any more.
 */
export async function resolveSavedSearch(resolve: Search['resolve'], search: string) {
  const { data } = SearchFields.safeParse(readSearch(search))
  if (!data) return undefined
  try {
    return await resolve(data)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

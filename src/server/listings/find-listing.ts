import { and, eq, exists, isNull, or } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { favorites, listings, sources } from '#server/db/schema.ts'
import { recordColumns } from './listing-records.ts'
import { isOffered } from './offered.ts'

/**
 * Finds a listing for a user. A withdrawn listing is found only by users who have it as a favorite,
 * a hidden one by nobody.
 */
export async function findListing(db: Database, id: string, userId: string) {
  const favorite = db
    .select({ listingId: favorites.listingId })
    .from(favorites)
    .where(and(eq(favorites.listingId, listings.id), eq(favorites.userId, userId)))
  const [row] = await db
    .select(recordColumns)
    .from(listings)
    .innerJoin(sources, eq(sources.name, listings.source))
    .where(and(eq(listings.id, id), isNull(listings.hiddenAt), or(isOffered, exists(favorite))))
  return row
}

import { and, eq, exists, isNull, or } from 'drizzle-orm'
import type { ScopedCaller } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import { favorites, listings, shortlistHouses, shortlists } from '#server/db/schema.ts'
import { selectRows } from './listing-records.ts'

/**
 * Finds a listing for a caller. Nobody finds a hidden listing, but everybody with access finds a
 * folded one, so that links, notes and plans of it still work. A withdrawn listing is found only by
 * people who have it as a favorite or on a shared shortlist. If `onlyShortlist` is set, the caller
 * is a guest of this shortlist and finds only its houses.
 */
export async function findListing(
  db: Database,
  id: string,
  { user, onlyShortlist }: Pick<ScopedCaller, 'user' | 'onlyShortlist'>,
) {
  const favorite = db
    .select({ listingId: favorites.listingId })
    .from(favorites)
    .where(and(eq(favorites.listingId, listings.id), eq(favorites.userId, user.id)))
  const shared = db
    .select({ listingId: shortlistHouses.listingId })
    .from(shortlistHouses)
    .innerJoin(shortlists, eq(shortlists.id, shortlistHouses.shortlistId))
    .where(
      and(
        eq(shortlistHouses.listingId, listings.id),
        onlyShortlist === null
          ? or(eq(shortlists.ownerId, user.id), eq(shortlists.partnerId, user.id))
          : eq(shortlists.id, onlyShortlist),
      ),
    )
  const isOffered = isNull(listings.withdrawnAt)
  const isTheirs =
    onlyShortlist === null ? or(isOffered, exists(favorite), exists(shared)) : exists(shared)
  const [row] = await selectRows(db).where(and(eq(listings.id, id), isReadable, isTheirs))
  return row
}

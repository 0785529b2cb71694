import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { addFavorite, countFavorites, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { favorites, listings, sources } from '../db/schema.ts'
import type { Serve } from '../http.ts'
import { recordColumns, toRecord } from '../listing-records.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'

export function favoriteRoutes(serve: Serve, { db, now }: Services) {
  serve(listFavorites, async ({ caller }) => {
    const rows = await db
      .select(recordColumns)
      .from(favorites)
      .innerJoin(listings, eq(listings.id, favorites.listingId))
      .innerJoin(sources, eq(sources.name, listings.source))
      .where(shownTo(caller.user.id))
      .orderBy(desc(favorites.createdAt), desc(favorites.listingId))
    return { favorites: rows.map(({ id }) => id), listings: rows.map(toRecord) }
  })

  serve(countFavorites, async ({ caller }) => {
    const [counted] = await db
      .select({ count: count() })
      .from(favorites)
      .innerJoin(listings, eq(listings.id, favorites.listingId))
      .where(shownTo(caller.user.id))
    return { count: counted?.count ?? 0 }
  })

  serve(addFavorite, async ({ caller, input }) => {
    // A withdrawn listing stays with those who have it, and is new to nobody.
    const [listing] = await db
      .select({ withdrawnAt: listings.withdrawnAt, kept: favorites.listingId })
      .from(listings)
      .leftJoin(favorites, own(caller.user.id, input.listing_id))
      .where(and(eq(listings.id, input.listing_id), isNull(listings.hiddenAt)))
    if (!listing || (listing.withdrawnAt && !listing.kept)) {
      throw new Refusal(404, 'Listing not found or not accessible.')
    }
    await db
      .insert(favorites)
      .values({ userId: caller.user.id, listingId: input.listing_id, createdAt: now() })
      .onConflictDoNothing()
    return {}
  })

  serve(removeFavorite, async ({ caller, input }) => {
    await db.delete(favorites).where(own(caller.user.id, input.id))
    return {}
  })
}

/** What somebody has favourited and an administrator has not hidden. */
function shownTo(userId: string) {
  return and(eq(favorites.userId, userId), isNull(listings.hiddenAt))
}

function own(userId: string, listingId: string) {
  return and(eq(favorites.userId, userId), eq(favorites.listingId, listingId))
}

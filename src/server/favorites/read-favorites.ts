import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import { favorites, listings, sources } from '#server/db/schema.ts'
import { addHistories } from '#server/history/read-history.ts'
import type { Catalogue } from '#server/listings/catalogue.ts'
import { recordColumns, toRecords } from '#server/listings/listing-records.ts'
import { digest } from '#server/revisions/digest.ts'

interface FavoritesServices {
  db: Database
  catalogue: Catalogue
}

const NEWEST_FIRST = [desc(favorites.createdAt), desc(favorites.listingId)]

/** The person's favorites with their records, newest first. */
export async function readFavorites({ db, catalogue }: FavoritesServices, userId: string) {
  // Read the revision before the records. The revision of the response can then be too old, and a
  // client asks once more. It can never be newer than the records.
  const revision = await catalogue.revision()
  const rows = await db
    .select(recordColumns)
    .from(favorites)
    .innerJoin(listings, eq(listings.id, favorites.listingId))
    .innerJoin(sources, eq(sources.name, listings.source))
    .where(shownTo(userId))
    .orderBy(...NEWEST_FIRST)
  const ids = rows.map(({ id }) => id)
  const records = await addHistories(db, toRecords(rows))
  return { favorites: ids, listings: records, revision: digest([revision, ids]) }
}

/** The revision that the response of `readFavorites` would have now. */
export async function readFavoritesRevision({ db, catalogue }: FavoritesServices, userId: string) {
  const revision = await catalogue.revision()
  const rows = await db
    .select({ id: favorites.listingId })
    .from(favorites)
    .innerJoin(listings, eq(listings.id, favorites.listingId))
    .where(shownTo(userId))
    .orderBy(...NEWEST_FIRST)
  return digest([revision, rows.map(({ id }) => id)])
}

/** The person's favorites, except hidden listings. A folded listing is not hidden from people who know it. */
export function shownTo(userId: string) {
  return and(eq(favorites.userId, userId), isReadable)
}

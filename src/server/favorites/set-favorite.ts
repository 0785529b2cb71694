import { utc } from '@date-fns/utc/utc'
import { subDays } from 'date-fns/subDays'
import { and, count, desc, eq, lt, notInArray, sql } from 'drizzle-orm'
import { MAX_FAVORITES } from '#contract/favorites-limit.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import { favorites, listings, removedFavorites } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { lockPerson } from '#server/users/lock-person.ts'

interface Choice {
  userId: string
  listingId: string
  favorite: boolean
  /** When the person made the choice. The time must not be in the future. */
  at: Date
}

/**
 * Two choices count as simultaneous if their times differ by less than this, because a device knows
 * the server's time only to about a second. Of two simultaneous choices, the one that arrives later
 * wins.
 */
const SIMULTANEOUS_MS = 2_000
const TOMBSTONE_DAYS = 90
/** The maximum number of tombstones (rows for removed favorites) that are stored for one person. */
const MAX_TOMBSTONES = MAX_FAVORITES

/**
 * Adds or removes a favorite, unless the person has made a later choice on another device. Returns
 * whether the listing is a favorite now.
 * @throws {Refusal} 404 if the listing is not offered, and 409 if the account has too many
 *   favorites.
 */
export function setFavorite(db: Database, choice: Choice) {
  return db.transaction(async (tx) => {
    await lockPerson(tx, choice.userId)
    const listing = await findListing(tx, choice)
    if (choice.favorite && !listing?.isOffered) {
      throw new Refusal(404, 'Listing not found or not accessible.')
    }
    if (!listing) return false
    const { isFavorite, chosenAt } = listing
    if (choice.at.getTime() < chosenAt - SIMULTANEOUS_MS) return isFavorite

    const at = new Date(Math.max(choice.at.getTime(), chosenAt))
    if (choice.favorite) {
      if (!isFavorite) await refuseOneTooMany(tx, choice)
      await keep(tx, choice, at)
    } else {
      await remove(tx, choice, at)
    }
    return choice.favorite
  })
}

async function findListing(tx: Transaction, { userId, listingId }: Choice) {
  const [row] = await tx
    .select({
      withdrawnAt: listings.withdrawnAt,
      isReadable: sql<boolean>`${isReadable}`,
      keptAt: favorites.createdAt,
      removedAt: removedFavorites.removedAt,
    })
    .from(listings)
    .leftJoin(favorites, and(eq(favorites.listingId, listings.id), eq(favorites.userId, userId)))
    .leftJoin(
      removedFavorites,
      and(eq(removedFavorites.listingId, listings.id), eq(removedFavorites.userId, userId)),
    )
    .where(eq(listings.id, listingId))
  if (!row) return undefined
  const isFavorite = row.keptAt !== null
  return {
    isFavorite,
    // A withdrawn listing stays available to people who have it as a favorite. Other people cannot
    // add the listing.
    isOffered: row.isReadable && (isFavorite || !row.withdrawnAt),
    /** When the person last added or removed the favorite; -Infinity if unknown. */
    chosenAt: Math.max(...[row.keptAt, row.removedAt].map((at) => at?.getTime() ?? -Infinity)),
  }
}

async function refuseOneTooMany(tx: Transaction, { userId }: Choice) {
  if ((await tx.$count(favorites, eq(favorites.userId, userId))) < MAX_FAVORITES) return
  throw new Refusal(
    409,
    `You have ${MAX_FAVORITES.toLocaleString('en-US')} favorites, the most that one account can keep. Remove one to add another.`,
  )
}

async function keep(tx: Transaction, choice: Choice, createdAt: Date) {
  const { userId, listingId } = choice
  await tx
    .insert(favorites)
    .values({ userId, listingId, createdAt })
    .onConflictDoUpdate({ target: [favorites.userId, favorites.listingId], set: { createdAt } })
  await tx.delete(removedFavorites).where(ofChoice(removedFavorites, choice))
}

async function remove(tx: Transaction, choice: Choice, removedAt: Date) {
  const { userId, listingId } = choice
  await tx.delete(favorites).where(ofChoice(favorites, choice))
  await tx
    .insert(removedFavorites)
    .values({ userId, listingId, removedAt })
    .onConflictDoUpdate({
      target: [removedFavorites.userId, removedFavorites.listingId],
      set: { removedAt },
    })
  await forgetOldest(tx, choice)
}

/**
 * Deletes the oldest tombstones over the limit. Otherwise, endless adding and removing would fill
 * the table.
 */
async function forgetOldest(tx: Transaction, { userId }: Choice) {
  const own = eq(removedFavorites.userId, userId)
  const [tombstones] = await tx.select({ count: count() }).from(removedFavorites).where(own)
  if ((tombstones?.count ?? 0) <= MAX_TOMBSTONES) return
  const latest = tx
    .select({ listingId: removedFavorites.listingId })
    .from(removedFavorites)
    .where(own)
    .orderBy(desc(removedFavorites.removedAt))
    .limit(MAX_TOMBSTONES)
  await tx.delete(removedFavorites).where(and(own, notInArray(removedFavorites.listingId, latest)))
}

function ofChoice(
  table: typeof favorites | typeof removedFavorites,
  { userId, listingId }: Choice,
) {
  return and(eq(table.userId, userId), eq(table.listingId, listingId))
}

export async function deleteOldTombstones(db: Database, now: Date) {
  const oldest = subDays(now, TOMBSTONE_DAYS, { in: utc })
  await db.delete(removedFavorites).where(lt(removedFavorites.removedAt, oldest))
}

import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { MAX_SHORTLIST_HOUSES } from '#contract/shortlist-limits.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import { listings, shortlistHouses, shortlists } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { lockPerson } from '#server/users/lock-person.ts'
import { endSharing } from './note-shares.ts'
import { findShortlist, isListOf, lockShortlist } from './owner-access.ts'

/**
 * Locks and returns the person's shortlist. Creates a list for a person who has none.
 * @throws {Refusal} 404 if the person no longer shares the list.
 */
export async function openShortlist(tx: Transaction, userId: string) {
  await lockPerson(tx, userId)
  const found = await findShortlist(tx, userId)
  const id = found?.id ?? randomUUID()
  if (!found) await tx.insert(shortlists).values({ id, ownerId: userId })
  const [row] = await tx
    .select()
    .from(shortlists)
    .where(and(eq(shortlists.id, id), isListOf(userId)))
    .for('update')
  // There is no row if the owner has just removed this person from the list, or if this person has
  // just deleted their account.
  if (!row) throw new Refusal(404, 'You no longer share this shortlist.')
  return row
}

/** @throws {Refusal} 404 if the listing is not offered, and 409 if the list is full. */
export function addHouse(
  db: Database,
  { userId, listingId, now }: { userId: string; listingId: string; now: Date },
) {
  return db.transaction(async (tx) => {
    const shortlist = await openShortlist(tx, userId)
    const ofList = eq(shortlistHouses.shortlistId, shortlist.id)
    const isListed = await tx.$count(
      shortlistHouses,
      and(ofList, eq(shortlistHouses.listingId, listingId)),
    )
    if (isListed) return
    const [listing] = await tx
      .select({ id: listings.id })
      .from(listings)
      .where(and(eq(listings.id, listingId), isNull(listings.withdrawnAt), isReadable))
    if (!listing) throw new Refusal(404, 'Listing not found or not accessible.')
    if ((await tx.$count(shortlistHouses, ofList)) >= MAX_SHORTLIST_HOUSES) {
      throw new Refusal(
        409,
        `Your shortlist has ${MAX_SHORTLIST_HOUSES} houses, the most it can hold. Take one off the list to add another.`,
      )
    }
    await tx
      .insert(shortlistHouses)
      .values({ shortlistId: shortlist.id, listingId, addedBy: userId, addedAt: now })
  })
}

export async function removeHouse(db: Database, userId: string, listingId: string) {
  await db.transaction(async (tx) => {
    const shortlist = await lockShortlist(tx, userId)
    if (!shortlist) return
    await tx
      .delete(shortlistHouses)
      .where(
        and(
          eq(shortlistHouses.shortlistId, shortlist.id),
          eq(shortlistHouses.listingId, listingId),
        ),
      )
    await endSharing(tx, { shortlistId: shortlist.id, listingId })
  })
}

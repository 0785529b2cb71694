import { and, eq, isNull } from 'drizzle-orm'
import { MAX_FAVORITES } from '#contract/favorites-limit.ts'
import type { Database, Transaction } from './db/database.ts'
import { favorites, listings, users } from './db/schema.ts'
import { Refusal } from './refusal.ts'

interface Choice {
  userId: string
  listingId: string
  at: Date
}

export function addFavorite(db: Database, choice: Choice) {
  const { userId, listingId, at } = choice
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const [listing] = await tx
      .select({ withdrawnAt: listings.withdrawnAt, kept: favorites.listingId })
      .from(listings)
      .leftJoin(favorites, ofChoice(choice))
      .where(and(eq(listings.id, listingId), isNull(listings.hiddenAt)))
    // A withdrawn listing stays with those who have it, and is new to nobody.
    if (!listing || (listing.withdrawnAt && !listing.kept)) {
      throw new Refusal(404, 'Listing not found or not accessible.')
    }
    if (listing.kept) return
    await refuseOneTooMany(tx, userId)
    await tx.insert(favorites).values({ userId, listingId, createdAt: at })
  })
}

export async function removeFavorite(db: Database, choice: Omit<Choice, 'at'>) {
  await db.delete(favorites).where(ofChoice(choice))
}

/**
 * Serialises the changes of one person until the transaction ends. Without this, two requests at the
 * same time would both find room for the last favorite.
 */
async function lockPerson(tx: Transaction, userId: string) {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  // The account was deleted since the request was let in.
  if (!person) throw new Refusal(401, 'Not authenticated')
}

async function refuseOneTooMany(tx: Transaction, userId: string) {
  if ((await tx.$count(favorites, eq(favorites.userId, userId))) < MAX_FAVORITES) return
  throw new Refusal(
    409,
    `You have ${MAX_FAVORITES.toLocaleString('en-US')} favorites, the most one account can keep. Remove one to add another.`,
  )
}

function ofChoice({ userId, listingId }: Omit<Choice, 'at'>) {
  return and(eq(favorites.userId, userId), eq(favorites.listingId, listingId))
}

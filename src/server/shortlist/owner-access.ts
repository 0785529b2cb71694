import { eq, or } from 'drizzle-orm'
import { hasListingAccess } from '#contract/access.ts'
import type { PersonRow, SubscriptionRow } from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { shortlists, subscriptions, users } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { renewOrExpire } from '#server/payments/mirror/check-expiry.ts'
import { isComplimentary } from '#server/payments/mirror/subscription-state.ts'

export type ShortlistRow = typeof shortlists.$inferSelect

export async function findSharedWith(db: Database, userId: string) {
  const [row] = await db.select().from(shortlists).where(eq(shortlists.partnerId, userId))
  return row
}

export function isListOf(userId: string) {
  return or(eq(shortlists.ownerId, userId), eq(shortlists.partnerId, userId))
}

export async function findShortlist(db: Database | Transaction, userId: string) {
  const [row] = await db.select().from(shortlists).where(isListOf(userId))
  return row
}

/** Does the same as `findShortlist`, and also locks the list until the transaction ends. */
export async function lockShortlist(tx: Transaction, userId: string) {
  const [row] = await tx.select().from(shortlists).where(isListOf(userId)).for('update')
  return row
}

export function termsOf(user: Pick<PersonRow, 'role'>, subscription: SubscriptionRow | null) {
  return {
    user,
    subscription: subscription && { status: subscription.status, ends_at: subscription.endsAt },
  }
}

/**
 * Whether a person has access to the catalogue, as far as the database knows. Does not ask Stripe, so
 * call this only where nobody waits for a renewal, such as before a message is sent.
 */
export function hasStoredAccess(
  user: Pick<PersonRow, 'role' | 'isBlocked'>,
  subscription: SubscriptionRow | null,
  now: Date,
) {
  // The status of complimentary access stays "active" until a job has found that it has ended.
  const hasEnded =
    subscription?.endsAt && isComplimentary(subscription) && subscription.endsAt <= now
  return !user.isBlocked && hasListingAccess(termsOf(user, hasEnded ? null : subscription), now)
}

/**
 * Reads the role and the subscription of a shortlist's owner. Renews or expires a subscription
 * whose period has ended. Null if the owner is blocked, so that the list is closed. A blocked owner
 * can neither see the list nor stop sharing it.
 */
export async function ownerTerms(services: BillingServices, { ownerId }: ShortlistRow) {
  const [owner] = await services.db
    .select({ role: users.role, isBlocked: users.isBlocked, subscription: subscriptions })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, ownerId))
  if (!owner || owner.isBlocked) return null
  const isAdmin = owner.role === 'admin'
  const subscription = isAdmin
    ? owner.subscription
    : await renewOrExpire(services, owner.subscription)
  return termsOf(owner, subscription)
}

/**
 * Whether both people can open the list. This requires that its owner has access to the catalogue.
 */
export async function isOpen(services: BillingServices, shortlist: ShortlistRow) {
  const owner = await ownerTerms(services, shortlist)
  return owner !== null && hasListingAccess(owner, services.now())
}

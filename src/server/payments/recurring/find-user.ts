import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { findPerson } from '#server/payments/mirror/customer.ts'
import { isLive } from '#server/payments/mirror/subscription-state.ts'
import { findAtStripe } from '#server/payments/mirror/sync.ts'

/**
 * Finds the user to whom a customer belongs, and returns the user's id. Logs a customer who pays
 * but has no user.
 */
export async function findUser(
  { db, payments: { stripe }, logError }: BillingServices,
  customer: string,
) {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.stripeCustomerId, customer))
  if (user) return user.id

  // No user has this customer id, for example because Stripe's response to the customer's creation
  // was lost. Then the subscription's metadata names the user.
  const live = (await findAtStripe(stripe, customer)).find(isLive)
  const buyer = live?.metadata.user_id ?? (await findPerson(stripe, customer))
  const [known] = buyer
    ? await db.select({ id: users.id }).from(users).where(eq(users.id, buyer))
    : []
  if (live && !known) {
    logError(
      new Error(`The subscription ${live.id} belongs to no account that we know`),
      'payments',
    )
  }
  return known?.id ?? null
}

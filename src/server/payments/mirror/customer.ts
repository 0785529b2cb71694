import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { isForbidden, isMissing, isRefused, isUnavailable } from '#server/payments/stripe-errors.ts'

/**
 * If the user's row has no customer id, looks for the customer at Stripe and saves the id. The id
 * is missing if the response to the customer's creation was lost.
 */
export async function adoptCustomer({ db, payments: { stripe } }: BillingServices, user: UserRow) {
  if (user.stripeCustomerId) return
  const [customer] = await findCustomersOf(stripe, user.id)
  if (customer) await noteCustomer(db, user, customer.id)
}

/**
 * The user's customer records at Stripe, newest first. A user has several records only after a
 * fault. Returns none if Stripe refuses the search, which it does for accounts in some countries.
 * The stored customer id then decides.
 */
export async function findCustomersOf(stripe: Stripe, userId: string) {
  try {
    const { data } = await stripe.customers.search({
      query: `metadata['user_id']:'${userId}'`,
      limit: 100,
    })
    return data
  } catch (error) {
    if (isRefused(error) || isForbidden(error)) return []
    throw error
  }
}

/** Saves the user's Stripe customer id in the database and in `user`. */
export async function noteCustomer(db: Database, user: UserRow, id: string) {
  await db.update(users).set({ stripeCustomerId: id }).where(eq(users.id, user.id))
  user.stripeCustomerId = id
}

/** If the user is a customer, sends the user's new name and email to Stripe. Ignores an outage. */
export async function updateCustomer(
  { db, payments: { stripe } }: BillingServices,
  userId: string,
) {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user?.stripeCustomerId) return
  try {
    const { email, name } = user
    await stripe.customers.update(user.stripeCustomerId, { email, name })
  } catch (error) {
    if (isMissing(error) || isUnavailable(error)) return
    throw error
  }
}

/** The customer; null if the customer was deleted at Stripe. */
export async function findCustomer(stripe: Stripe, id: string) {
  try {
    const customer = await stripe.customers.retrieve(id)
    return customer.deleted ? null : customer
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The id of the user for whom a customer was created. */
export async function findPerson(stripe: Stripe, id: string) {
  return (await findCustomer(stripe, id))?.metadata.user_id ?? null
}

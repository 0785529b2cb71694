import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema.ts'
import { type Attempt, stepOf, updateAttempt } from './attempts.ts'
import type { BillingServices } from './billing-services.ts'
import type { PaymentLock } from './payment-lock.ts'
import { isForbidden, isMissing, isRefused, isUnavailable } from './stripe-errors.ts'

/** The user's Stripe customer id. Creates the customer if there is none. */
async function ensureCustomer(
  { db, payments: { stripe } }: BillingServices,
  { user, assertHeld }: PaymentLock,
) {
  const known = user.stripeCustomerId && (await findCustomer(stripe, user.stripeCustomerId))
  if (known) {
    // If Stripe was unavailable when the user changed their email address, Stripe still has the old
    // address. Send the new address.
    if (known.email !== user.email) await stripe.customers.update(known.id, { email: user.email })
    return known.id
  }
  assertHeld()
  const { email, name } = user
  const { id } = await stripe.customers.create(
    { email, name, metadata: { user_id: user.id } },
    { idempotencyKey: creationKeyOf(user) },
  )
  // Save the id immediately, because the code that runs next reads it from the user's row.
  await noteCustomer(db, user, id)
  return id
}

/**
 * The idempotency key for creating a user's customer. With this key, Stripe creates only one
 * customer, even if its response is lost or a request arrives late. The key covers all parameters,
 * because Stripe refuses a known key with other parameters. The key also covers the old id, so that
 * a new customer can replace a deleted one.
 */
function creationKeyOf({ id, email, name, stripeCustomerId }: UserRow) {
  const facts = JSON.stringify([id, email, name, stripeCustomerId])
  return `customer:${createHash('sha256').update(facts).digest('base64url')}`
}

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
async function findCustomer(stripe: Stripe, id: string) {
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

export interface Card {
  attempt: Attempt
  customer: string
  /** The id of the payment method attached to the customer. */
  method: string
}

/** Makes the card the customer's default payment method. */
export async function attachCard(
  services: BillingServices,
  lock: PaymentLock,
  attempt: Attempt,
  token: string,
): Promise<Card> {
  const { db, now, payments } = services
  const { stripe } = payments
  const customer = await ensureCustomer(services, lock)
  // Use the returned id, because the token of a test card becomes a payment method with another id.
  const { id: method } = await stripe.paymentMethods.attach(
    token,
    { customer },
    stepOf(attempt, 'attach', lock),
  )
  await stripe.customers.update(
    customer,
    { invoice_settings: { default_payment_method: method } },
    stepOf(attempt, 'default', lock),
  )
  const noted = await updateAttempt(db, attempt, { paymentMethodId: method, now: now() })
  return { attempt: noted, customer, method }
}

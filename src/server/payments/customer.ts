import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { type Attempt, stepOf, updateAttempt } from './attempts.ts'
import type { Held } from './payment-lock.ts'
import { isMissing, isUnavailable } from './stripe-errors.ts'

/** The user's Stripe customer id. Creates the customer if there is none. */
async function ensureCustomer({ db, payments: { stripe } }: Services, { user, assertHeld }: Held) {
  const known = user.stripeCustomerId && (await findCustomer(stripe, user.stripeCustomerId))
  if (known) {
    // The user changed their email while Stripe did not answer.
    if (known.email !== user.email) await stripe.customers.update(known.id, { email: user.email })
    return known.id
  }
  assertHeld()
  const { email, name } = user
  const { id } = await stripe.customers.create(
    { email, name, metadata: { user_id: user.id } },
    { idempotencyKey: creationKeyOf(user) },
  )
  // Save the id at once: later steps look it up.
  await noteCustomer(db, user, id)
  return id
}

/**
 * The idempotency key makes Stripe create one customer, even if an answer is lost or a request
 * arrives late. It covers all parameters, since Stripe refuses a known key with other ones, and the
 * old id, so that a deleted customer gets a successor.
 */
function creationKeyOf({ id, email, name, stripeCustomerId }: UserRow) {
  const facts = JSON.stringify([id, email, name, stripeCustomerId])
  return `customer:${createHash('sha256').update(facts).digest('base64url')}`
}

/** Finds a customer of the user at Stripe whose id was never saved here. */
export async function adoptCustomer({ db, payments: { stripe } }: Services, user: UserRow) {
  if (user.stripeCustomerId) return
  const [customer] = await findCustomersOf(stripe, user.id)
  if (customer) await noteCustomer(db, user, customer.id)
}

/** The user's customers at Stripe, newest first. More than one exist only after a fault. */
export async function findCustomersOf(stripe: Stripe, userId: string) {
  const { data } = await stripe.customers.search({
    query: `metadata['user_id']:'${userId}'`,
    limit: 100,
  })
  return data
}

/** Saves the user's Stripe customer id. */
export async function noteCustomer(db: Database, user: UserRow, id: string) {
  await db.update(users).set({ stripeCustomerId: id }).where(eq(users.id, user.id))
  user.stripeCustomerId = id
}

/** Sends the user's new name and email to Stripe if they are a customer. Ignores an outage. */
export async function updateCustomer({ db, payments: { stripe } }: Services, userId: string) {
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

/** The customer, unless they were deleted at Stripe meanwhile. */
async function findCustomer(stripe: Stripe, id: string) {
  try {
    const customer = await stripe.customers.retrieve(id)
    return customer.deleted ? null : customer
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The id of the person whom a customer was made for. */
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
  services: Services,
  held: Held,
  attempt: Attempt,
  token: string,
): Promise<Card> {
  const { db, now, payments } = services
  const { stripe } = payments
  const customer = await ensureCustomer(services, held)
  // Use the returned id: the token of a test card becomes a payment method with its own id.
  const { id: method } = await stripe.paymentMethods.attach(
    token,
    { customer },
    stepOf(attempt, 'attach', held),
  )
  await stripe.customers.update(
    customer,
    { invoice_settings: { default_payment_method: method } },
    stepOf(attempt, 'default', held),
  )
  const noted = await updateAttempt(db, attempt, { paymentMethodId: method, now: now() })
  return { attempt: noted, customer, method }
}

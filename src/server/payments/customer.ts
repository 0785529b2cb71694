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

/** The id of the person as a customer of Stripe, who is made one where they are not. */
async function ensureCustomer({ db, payments: { stripe } }: Services, { user, assertHeld }: Held) {
  const known = user.stripeCustomerId && (await findCustomer(stripe, user.stripeCustomerId))
  if (known) {
    // Stripe did not answer when the person changed it.
    if (known.email !== user.email) await stripe.customers.update(known.id, { email: user.email })
    return known.id
  }
  assertHeld()
  const { email, name } = user
  const { id } = await stripe.customers.create(
    { email, name, metadata: { user_id: user.id } },
    { idempotencyKey: creationKeyOf(user) },
  )
  // At once: what follows is looked for by it.
  await noteCustomer(db, user, id)
  return id
}

/**
 * Whichever try asks for the customer of a person, Stripe makes one: also when an answer was lost, or
 * a request arrives late. A customer who was deleted at Stripe is followed by another.
 */
function creationKeyOf({ id, email, name, stripeCustomerId }: UserRow) {
  const facts = JSON.stringify([id, email, name, stripeCustomerId])
  return `customer:${createHash('sha256').update(facts).digest('base64url')}`
}

/** Finds who the person already is at Stripe, when nobody has noted it. */
export async function adoptCustomer({ db, payments: { stripe } }: Services, user: UserRow) {
  if (user.stripeCustomerId) return
  const [customer] = await findCustomersOf(stripe, user.id)
  if (customer) await noteCustomer(db, user, customer.id)
}

/** The customers that were made for a person, newest first: more than one only after a fault. */
export async function findCustomersOf(stripe: Stripe, userId: string) {
  const { data } = await stripe.customers.search({
    query: `metadata['user_id']:'${userId}'`,
    limit: 100,
  })
  return data
}

/** Notes who a person is at Stripe. */
export async function noteCustomer(db: Database, user: UserRow, id: string) {
  await db.update(users).set({ stripeCustomerId: id }).where(eq(users.id, user.id))
  user.stripeCustomerId = id
}

/** Tells Stripe how somebody is called and reached now, where it knows them; it may not answer. */
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
  /** The id of the payment method, which is now the customer's. */
  method: string
}

/** Makes the card the one that the customer pays with. */
export async function attachCard(
  services: Services,
  held: Held,
  attempt: Attempt,
  token: string,
): Promise<Card> {
  const { db, now, payments } = services
  const { stripe } = payments
  const customer = await ensureCustomer(services, held)
  // What comes back counts: a token of the test cards is an id of its own from here on.
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

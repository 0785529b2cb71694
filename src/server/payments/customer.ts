import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { users } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { type Attempt, stepOf, updateAttempt } from './attempts.ts'
import type { Held } from './payment-lock.ts'
import { isMissing, isUnavailable } from './stripe-errors.ts'

/** The id of the person as a customer of Stripe, who is made one where they are not. */
async function ensureCustomer(
  { db, payments: { stripe } }: Services,
  { user, assertHeld }: Held,
  options: Stripe.RequestOptions,
) {
  const known = user.stripeCustomerId && (await findCustomer(stripe, user.stripeCustomerId))
  if (known) {
    // Stripe did not answer when the person changed it.
    if (known.email !== user.email) await stripe.customers.update(known.id, { email: user.email })
    return known.id
  }
  assertHeld()
  const { id } = await stripe.customers.create(
    { email: user.email, name: user.name, metadata: { user_id: user.id } },
    options,
  )
  // At once: what follows is looked for by it.
  await db.update(users).set({ stripeCustomerId: id }).where(eq(users.id, user.id))
  user.stripeCustomerId = id
  return id
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
  const customer = await ensureCustomer(services, held, stepOf(attempt, 'customer', held))
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

import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { users } from '../db/schema.ts'
import type { Services } from '../services.ts'
import type { Held } from './payment-lock.ts'
import { isMissing } from './stripe-errors.ts'

/** The id of the person as a customer of Stripe, who is made one where they are not. */
export async function ensureCustomer(
  { db, payments: { stripe } }: Services,
  { user, assertHeld }: Held,
  options: Stripe.RequestOptions,
) {
  if (user.stripeCustomerId && (await exists(stripe, user.stripeCustomerId))) {
    return user.stripeCustomerId
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

/** Whether the customer was not deleted at Stripe meanwhile. */
async function exists(stripe: Stripe, id: string) {
  try {
    const customer = await stripe.customers.retrieve(id)
    return !customer.deleted
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { users } from '../db/schema.ts'
import type { Services } from '../services.ts'
import type { Held } from './payment-lock.ts'
import { isMissing, isUnavailable } from './stripe-errors.ts'

/** The id of the person as a customer of Stripe, who is made one where they are not. */
export async function ensureCustomer(
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

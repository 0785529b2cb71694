import { createHash } from 'node:crypto'
import type { UserRow } from '#server/auth/sessions.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { findCustomer, noteCustomer } from '#server/payments/mirror/customer.ts'
import type { PaymentLock } from '#server/payments/payment-lock.ts'
import { type Attempt, stepOf, updateAttempt } from './attempts.ts'

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

import { type Attempt, findUnsettledAttempt, isKeyKept, stepOf, updateAttempt } from './attempts.ts'
import type { BillingServices } from './billing-services.ts'
import type { Held } from './payment-lock.ts'
import { isRefused } from './stripe-errors.ts'

/**
 * Gives up a user’s open attempt, so that it cannot charge them later. An attempt that waits for
 * the bank is left open: it ends together with its subscription.
 */
export async function settleOpenAttempt(services: BillingServices, held: Held) {
  const attempt = await findUnsettledAttempt(services.db, held.user.id)
  if (attempt?.state === 'open') await settleAttempt(services, held, attempt)
}

/** Gives up an attempt, so that the user can start another one. */
export async function settleAttempt(services: BillingServices, held: Held, attempt: Attempt) {
  const { db, now } = services
  await claimCreation(services, held, attempt)
  await updateAttempt(db, attempt, { state: 'failed', isCreating: false, now: now() })
}

/**
 * Uses up the idempotency key of a subscription request whose response was lost. The lost request
 * could still arrive, start a subscription and charge for it. So this function sends a request with
 * the same key that charges nobody. Its subscription stays incomplete, and is closed with the other
 * incomplete ones.
 */
async function claimCreation(
  { now, payments: { stripe, settings } }: BillingServices,
  held: Held,
  attempt: Attempt,
) {
  const customer = held.user.stripeCustomerId
  if (!attempt.isCreating || !customer || !isKeyKept(attempt, now())) return
  try {
    await stripe.subscriptions.create(
      {
        customer,
        items: [{ price: settings.priceId }],
        payment_behavior: 'default_incomplete',
        metadata: { user_id: held.user.id, attempt_id: attempt.id },
      },
      stepOf(attempt, CREATION, held),
    )
  } catch (error) {
    // Stripe refuses a key that it knows with other parameters. So this refusal means that the
    // first request has arrived. Its subscription is then found in the list of all subscriptions.
    if (!isRefused(error)) throw error
  }
}

/** The name of the step that creates a subscription, as part of its idempotency key. */
export const CREATION = 'subscription'

import { type Attempt, findUnsettledAttempt, isKeyKept, stepOf, updateAttempt } from './attempts.ts'
import type { BillingServices } from './billing-services.ts'
import type { Held } from './payment-lock.ts'
import { isRefused } from './stripe-errors.ts'

/**
 * Gives up a user's open attempt, so that it cannot charge them later. This excludes an attempt
 * that waits for the bank: it is closed together with its subscription.
 */
export async function settleOpenAttempt(services: BillingServices, held: Held) {
  const attempt = await findUnsettledAttempt(services.db, held.user.id)
  if (attempt?.state === 'open') await settleAttempt(services, held, attempt)
}

/** Gives up an attempt, so that another can be begun. */
export async function settleAttempt(services: BillingServices, held: Held, attempt: Attempt) {
  const { db, now } = services
  await claimCreation(services, held, attempt)
  await updateAttempt(db, attempt, { state: 'failed', isCreating: false, now: now() })
}

/**
 * Uses up the idempotency key of a subscription request whose response was lost. Otherwise that
 * request could arrive late, start a subscription and charge for it. The request here has the same
 * key, but charges nobody. Its incomplete subscription is closed with the others.
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
    // Stripe refuses the same key with other parameters. This refusal means that Stripe has
    // received the first request, so its subscription is found like any other.
    if (!isRefused(error)) throw error
  }
}

/** The name of the step that creates a subscription, as part of its idempotency key. */
export const CREATION = 'subscription'

import type { BillingServices } from '#server/payments/billing-services.ts'
import type { PaymentLock } from '#server/payments/payment-lock.ts'
import { isRefused } from '#server/payments/stripe-errors.ts'
import { type Attempt, findUnsettledAttempt, isKeyKept, stepOf, updateAttempt } from './attempts.ts'

/**
 * Gives up a user's open payment attempt, so that it cannot charge the user later. Does not change
 * an attempt that waits for the bank, because the caller closes such an attempt together with its
 * subscription.
 */
export async function settleOpenAttempt(services: BillingServices, lock: PaymentLock) {
  const attempt = await findUnsettledAttempt(services.db, lock.user.id)
  if (attempt?.state === 'open') await settleAttempt(services, lock, attempt)
}

/** Gives up a payment attempt, so that the user can begin a new one. */
export async function settleAttempt(
  services: BillingServices,
  lock: PaymentLock,
  attempt: Attempt,
) {
  const { db, now } = services
  await claimCreation(services, lock, attempt)
  await updateAttempt(db, attempt, { state: 'failed', isCreating: false, now: now() })
}

/**
 * Prevents a late charge. A request to create a subscription that got no response may still be on
 * its way to Stripe. So this function sends a second request with the same idempotency key, which
 * charges nobody. If the second request arrives first, Stripe refuses the original request. The
 * caller then closes the incomplete subscription that the second request has created.
 */
async function claimCreation(
  { now, payments: { stripe, settings } }: BillingServices,
  lock: PaymentLock,
  attempt: Attempt,
) {
  const customer = lock.user.stripeCustomerId
  if (!attempt.isCreating || !customer || !isKeyKept(attempt, now())) return
  try {
    await stripe.subscriptions.create(
      {
        customer,
        items: [{ price: settings.priceId }],
        payment_behavior: 'default_incomplete',
        metadata: { user_id: lock.user.id, attempt_id: attempt.id },
      },
      stepOf(attempt, CREATION, lock),
    )
  } catch (error) {
    // Ignore a refusal. Stripe refuses this second request if the first request arrived earlier,
    // because both have the same idempotency key. The user's subscriptions at Stripe then include
    // the subscription that the first request created.
    if (!isRefused(error)) throw error
  }
}

/**
 * The name of the step that creates a subscription. It is part of the idempotency key of this step.
 */
export const CREATION = 'subscription'

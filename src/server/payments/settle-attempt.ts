import type { Services } from '../services.ts'
import { type Attempt, findUnsettledAttempt, isKeyKept, stepOf, updateAttempt } from './attempts.ts'
import type { Held } from './payment-lock.ts'
import { isRefused } from './stripe-errors.ts'

/**
 * Gives up a user's open attempt, so that it cannot charge them later. An attempt that waits for
 * the bank is closed with its subscription instead.
 */
export async function settleOpenAttempt(services: Services, held: Held) {
  const attempt = await findUnsettledAttempt(services.db, held.user.id)
  if (attempt?.state === 'open') await settleAttempt(services, held, attempt)
}

/** Gives up an attempt, so that another can be begun. */
export async function settleAttempt(services: Services, held: Held, attempt: Attempt) {
  const { db, now } = services
  await claimCreation(services, held, attempt)
  await updateAttempt(db, attempt, { state: 'failed', isCreating: false, now: now() })
}

/**
 * Uses up the idempotency key of a subscription request whose answer was lost. Otherwise that
 * request could arrive late, start a subscription and charge for it. The request sent here charges
 * nobody, and its incomplete subscription is closed with the others.
 */
async function claimCreation(
  { now, payments: { stripe, settings } }: Services,
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
    // Stripe received the first request, so its result is already there.
    if (!isRefused(error)) throw error
  }
}

/** The step of an attempt that begins a subscription. */
export const CREATION = 'subscription'

import type { Services } from '../services.ts'
import { type Attempt, findUnsettledAttempt, isKeyKept, stepOf, updateAttempt } from './attempts.ts'
import type { Held } from './payment-lock.ts'
import { isRefused } from './stripe-errors.ts'

/**
 * Sees to it that nothing comes any more of what a person has tried to pay. What their bank asks about
 * is closed with its subscription, and the try then says so.
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
 * Uses up the idempotency key under which a subscription was asked for whose answer was lost: a
 * request that is still on its way would begin one, and charge it, whenever it arrives. What is asked
 * for in its place is charged to nobody, and is closed with everything that is incomplete.
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
    // The key belongs to the request that was sent first: what came of it is at Stripe.
    if (!isRefused(error)) throw error
  }
}

/** The step of an attempt that begins a subscription. */
export const CREATION = 'subscription'

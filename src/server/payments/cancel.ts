import type Stripe from 'stripe'
import { grantsAccess } from '#contract/access.ts'
import { NOTICE_DAYS } from '#contract/subscription.ts'
import type { SubscriptionRow } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Transaction } from '../db/database.ts'
import type { Services } from '../services.ts'
import { writeChanges } from './changes.ts'
import { closeAllIncomplete, endNow, endUnpaid } from './ending.ts'
import { type Held, withPaymentLock } from './payment-lock.ts'
import { settleOpenAttempt } from './settle-attempt.ts'
import { explaining, explainUnavailable, isRefused } from './stripe-errors.ts'
import { findSubscription, saveSubscription } from './subscription-row.ts'
import { isGift, isLive, isOwed } from './subscription-state.ts'
import { findAllAtStripe, mirror, sync } from './sync.ts'

const NOTICE = NOTICE_DAYS * 24 * 3_600_000

const CANCELLED = { success: true, message: 'Subscription cancelled successfully' }

/** Ends a subscription with the time that is paid for; access goes on until then. */
export function cancel(services: Services, userId: string) {
  return withPaymentLock(services, userId, (held) =>
    explaining(explainUnavailable, async () => {
      const { row, current } = await closeOpen(services, held)
      // Also after access has ended, a card may still be tried for what is owed.
      if (current && isOwed(current)) {
        await stop(services, held, current)
        return CANCELLED
      }
      const hasAccess =
        row && grantsAccess({ status: row.status, ends_at: row.endsAt }, services.now())
      if (!hasAccess) throw new Refusal(409, 'There is no active subscription to cancel')
      if (row.status === 'cancelled') return CANCELLED
      if (!isGift(row) && current) await stop(services, held, current)
      else await cancelUnpaid(services, held, row)
      return CANCELLED
    }),
  )
}

/** Lets nothing be charged any more to a person who was blocked; what they paid for stays theirs. */
export function stopRenewal(services: Services, userId: string) {
  return withPaymentLock(services, userId, (held) =>
    explaining(explainUnavailable, async () => {
      const { current } = await closeOpen(services, held)
      if (current && isLive(current)) await stop(services, held, current)
    }),
  )
}

/**
 * Ends at once all that a person pays, and then lets `remove` delete them in a transaction, before
 * anything else can change what they pay. When Stripe does not answer they stay: nobody else would
 * know of what they go on paying.
 */
export function endBilling(
  services: Services,
  userId: string,
  remove: (tx: Transaction) => Promise<void>,
) {
  return withPaymentLock(services, userId, async (held) => {
    await explaining(explainUnavailable, () => endCharges(services, held))
    await services.db.transaction(async (tx) => {
      const before = await findSubscription(tx, userId)
      await writeChanges(tx, userId, { before, after: null, now: services.now() })
      await remove(tx)
    })
  })
}

/** Ends at Stripe, at once, all that could be charged to the person, also what is still on its way. */
export async function endCharges(services: Services, held: Held) {
  const { stripe } = services.payments
  await settleOpenAttempt(services, held)
  for (const subscription of await findAllAtStripe(stripe, held.user)) {
    held.assertHeld()
    const canBeCharged = isLive(subscription) || subscription.status === 'incomplete'
    if (canBeCharged) await endNow(stripe, subscription.id)
  }
}

/** Closes what the person has begun to pay, and all but one of what they pay. */
async function closeOpen(services: Services, held: Held) {
  const { stripe } = services.payments
  const find = () => findAllAtStripe(stripe, held.user)
  await settleOpenAttempt(services, held)
  const found = await find()
  const hasClosed = await closeAllIncomplete(stripe, held, found)
  return mirror(services, held, hasClosed ? await find() : found)
}

async function stop(services: Services, held: Held, subscription: Stripe.Subscription) {
  const { stripe } = services.payments
  held.assertHeld()
  // Cancelled at the end of the period, an invoice that is not paid would still be charged.
  const hasEnded = isOwed(subscription) && (await endUnpaid(stripe, subscription.id))
  if (!hasEnded) await stopAtEnd(stripe, subscription.id)
  await sync(services, held)
}

async function stopAtEnd(stripe: Stripe, id: string) {
  try {
    // Without an idempotency key: what is done, undone and done again must not be answered from memory.
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  } catch (error) {
    // It has ended meanwhile.
    if (!isRefused(error)) throw error
  }
}

/** Ends what nobody pays for; not at once, since whoever cancels is told that access goes on for a while. */
async function cancelUnpaid(services: Services, held: Held, { endsAt }: SubscriptionRow) {
  if (endsAt) throw new Refusal(409, 'Your access ends by itself: there is nothing to cancel')
  const end = new Date(services.now().getTime() + NOTICE)
  await saveSubscription(services, held, { status: 'cancelled', endsAt: end })
}

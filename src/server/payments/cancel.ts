import { utc } from '@date-fns/utc/utc'
import { addDays } from 'date-fns/addDays'
import type Stripe from 'stripe'
import { grantsAccess } from '#contract/access.ts'
import { NOTICE_DAYS } from '#contract/subscription.ts'
import type { SubscriptionRow } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Transaction } from '../db/database.ts'
import type { BillingServices } from './billing-services.ts'
import { writeChanges } from './changes.ts'
import { closeAllIncomplete, endNow, endUnpaid } from './ending.ts'
import { type Held, withPaymentLock } from './payment-lock.ts'
import { settleOpenAttempt } from './settle-attempt.ts'
import { explaining, explainUnavailable, isRefused } from './stripe-errors.ts'
import { findSubscription, saveSubscription } from './subscription-row.ts'
import { isGift, isLive, isOwed } from './subscription-state.ts'
import { findAllAtStripe, mirror, sync } from './sync.ts'

const CANCELLED = { success: true, message: 'Subscription cancelled successfully' }

/** Cancels a subscription at the end of its paid period. Access continues until then. */
export function cancel(services: BillingServices, userId: string) {
  return withPaymentLock(services, userId, (held) =>
    explaining(explainUnavailable, async () => {
      const { row, current } = await closeOpen(services, held)
      // End an unpaid subscription now, because Stripe may retry the card even after access has
      // ended.
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

/** Stops all further charges to a blocked user. The user keeps the period that is already paid. */
export function stopRenewal(services: BillingServices, userId: string) {
  return withPaymentLock(services, userId, (held) =>
    explaining(explainUnavailable, async () => {
      const { current } = await closeOpen(services, held)
      if (current && isLive(current)) await stop(services, held, current)
    }),
  )
}

/**
 * Ends all of a user's subscriptions immediately, then runs `remove` in a transaction under the
 * payment lock. If Stripe is unavailable, throws before `remove`, so that Stripe does not continue
 * to charge a user whose account no longer exists.
 */
export function endBilling(
  services: BillingServices,
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

/**
 * Ends every subscription that could charge the user, including a subscription that is being
 * created.
 */
export async function endCharges(services: BillingServices, held: Held) {
  const { stripe } = services.payments
  await settleOpenAttempt(services, held)
  for (const subscription of await findAllAtStripe(stripe, held.user)) {
    held.assertHeld()
    const canBeCharged = isLive(subscription) || subscription.status === 'incomplete'
    if (canBeCharged) await endNow(stripe, subscription.id)
  }
}

/**
 * Closes the user's unfinished payments. If several subscriptions are live, ends all of them except
 * the current one.
 */
async function closeOpen(services: BillingServices, held: Held) {
  const { stripe } = services.payments
  const find = () => findAllAtStripe(stripe, held.user)
  await settleOpenAttempt(services, held)
  const found = await find()
  const hasClosed = await closeAllIncomplete(stripe, held, found)
  return mirror(services, held, hasClosed ? await find() : found)
}

async function stop(services: BillingServices, held: Held, subscription: Stripe.Subscription) {
  const { stripe } = services.payments
  held.assertHeld()
  // End an unpaid subscription immediately. If it were cancelled at the end of its period, Stripe
  // would still charge the unpaid invoice.
  const hasEnded = isOwed(subscription) && (await endUnpaid(stripe, subscription.id))
  if (!hasEnded) await stopAtEnd(stripe, subscription.id)
  await sync(services, held)
}

async function stopAtEnd(stripe: Stripe, id: string) {
  try {
    // Send no idempotency key. With a key, Stripe would replay its response to an earlier
    // cancellation and cancel nothing.
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  } catch (error) {
    // Ignore the refusal. Stripe refuses to update a subscription that has ended meanwhile, so
    // nothing is left to stop.
    if (!isRefused(error)) throw error
  }
}

/**
 * Cancels a gift (access without payment) at the end of a notice period, because the page promises
 * that access continues until then.
 */
async function cancelUnpaid(services: BillingServices, held: Held, { endsAt }: SubscriptionRow) {
  if (endsAt)
    throw new Refusal(409, 'Your access ends automatically, so there is nothing to cancel')
  const end = addDays(services.now(), NOTICE_DAYS, { in: utc })
  await saveSubscription(services, held, { status: 'cancelled', endsAt: end })
}

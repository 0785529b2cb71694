import { utc } from '@date-fns/utc/utc'
import { addDays } from 'date-fns/addDays'
import type Stripe from 'stripe'
import { grantsAccess } from '#contract/access.ts'
import { NOTICE_DAYS } from '#contract/subscription.ts'
import type { SubscriptionRow } from '#server/auth/sessions.ts'
import type { Transaction } from '#server/db/database.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { writeChanges } from '#server/payments/mirror/changes.ts'
import { closeAllIncomplete, endNow, endUnpaid } from '#server/payments/mirror/end-at-stripe.ts'
import { findSubscription, saveSubscription } from '#server/payments/mirror/subscription-row.ts'
import { isComplimentary, isLive, isOwed } from '#server/payments/mirror/subscription-state.ts'
import { findAllAtStripe, mirror, sync } from '#server/payments/mirror/sync.ts'
import { settleOpenAttempt } from '#server/payments/paying/settle-attempt.ts'
import { type PaymentLock, withPaymentLock } from '#server/payments/payment-lock.ts'
import { explaining, explainUnavailable, isRefused } from '#server/payments/stripe-errors.ts'

const CANCELLED = { success: true, message: 'Subscription cancelled successfully' }

/** Cancels a subscription at the end of its paid period. Access continues until then. */
export function cancel(services: BillingServices, userId: string) {
  return withPaymentLock(services, userId, (lock) =>
    explaining(explainUnavailable, async () => {
      const { row, current } = await closeOpen(services, lock)
      // End an unpaid subscription now, because Stripe may retry the card even after access has
      // ended.
      if (current && isOwed(current)) {
        await stop(services, lock, current)
        return CANCELLED
      }
      const hasAccess =
        row && grantsAccess({ status: row.status, ends_at: row.endsAt }, services.now())
      if (!hasAccess) throw new Refusal(409, 'There is no active subscription to cancel')
      if (row.status === 'cancelled') return CANCELLED
      if (!isComplimentary(row) && current) await stop(services, lock, current)
      else await cancelUnpaid(services, lock, row)
      return CANCELLED
    }),
  )
}

/** Stops all further charges to a blocked user. The user keeps the period that is already paid. */
export function stopRenewal(services: BillingServices, userId: string) {
  return withPaymentLock(services, userId, (lock) =>
    explaining(explainUnavailable, async () => {
      const { current } = await closeOpen(services, lock)
      if (current && isLive(current)) await stop(services, lock, current)
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
  return withPaymentLock(services, userId, async (lock) => {
    await explaining(explainUnavailable, () => endCharges(services, lock))
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
export async function endCharges(services: BillingServices, lock: PaymentLock) {
  const { stripe } = services.payments
  await settleOpenAttempt(services, lock)
  for (const subscription of await findAllAtStripe(stripe, lock.user)) {
    lock.assertHeld()
    const canBeCharged = isLive(subscription) || subscription.status === 'incomplete'
    if (canBeCharged) await endNow(stripe, subscription.id)
  }
}

/**
 * Closes the user's unfinished payments. If several subscriptions are live, ends all of them except
 * the current one.
 */
async function closeOpen(services: BillingServices, lock: PaymentLock) {
  const { stripe } = services.payments
  const find = () => findAllAtStripe(stripe, lock.user)
  await settleOpenAttempt(services, lock)
  const found = await find()
  const hasClosed = await closeAllIncomplete(stripe, lock, found)
  return mirror(services, lock, hasClosed ? await find() : found)
}

async function stop(
  services: BillingServices,
  lock: PaymentLock,
  subscription: Stripe.Subscription,
) {
  const { stripe } = services.payments
  lock.assertHeld()
  // End an unpaid subscription immediately. If it were cancelled at the end of its period, Stripe
  // would still charge the unpaid invoice.
  const hasEnded = isOwed(subscription) && (await endUnpaid(stripe, subscription.id))
  if (!hasEnded) await stopAtEnd(stripe, subscription.id)
  await sync(services, lock)
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
 * Cancels complimentary access (without payment) at the end of a notice period, because the page
 * promises that access continues until then.
 */
async function cancelUnpaid(
  services: BillingServices,
  lock: PaymentLock,
  { endsAt }: SubscriptionRow,
) {
  if (endsAt)
    throw new Refusal(409, 'Your access ends automatically, so there is nothing to cancel')
  const end = addDays(services.now(), NOTICE_DAYS, { in: utc })
  await saveSubscription(services, lock, { status: 'cancelled', endsAt: end })
}

import type Stripe from 'stripe'
import { Refusal } from '#server/errors/refusal.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { saveSubscription } from '#server/payments/mirror/subscription-row.ts'
import { isComplimentary, stopsAt } from '#server/payments/mirror/subscription-state.ts'
import { sync } from '#server/payments/mirror/sync.ts'
import { type PaymentLock, withPaymentLock } from '#server/payments/payment-lock.ts'
import { explaining, explainUnavailable, isRefused } from '#server/payments/stripe-errors.ts'
import { refuseBlocked } from './payers.ts'

const REACTIVATED = { success: true, message: 'Subscription reactivated successfully!' }

/** Undoes a cancellation before it takes effect. */
export function reactivate(services: BillingServices, userId: string) {
  return withPaymentLock(services, userId, (lock) =>
    explaining(explainUnavailable, async () => {
      refuseBlocked(lock.user)
      const { row, current } = await sync(services, lock)
      const isRenewing = current?.status === 'active' && stopsAt(current) === null
      // Do nothing, because the user has already reactivated the subscription, for example in
      // another tab.
      if (row?.status === 'active' && isRenewing) return REACTIVATED
      const hasTimeLeft = row?.status === 'cancelled' && row.endsAt && row.endsAt > services.now()
      if (row && hasTimeLeft && isComplimentary(row)) {
        // Complimentary access (without payment) does not exist at Stripe. So reactivate it only in
        // our database, by removing the end date that the cancellation has set.
        await saveSubscription(services, lock, { status: 'active', endsAt: null })
        return REACTIVATED
      }
      if (!row) throw new Refusal(409, 'You have no subscription to reactivate.')
      if (!hasTimeLeft || current?.status !== 'active' || isRenewing) {
        throw new Refusal(409, 'This subscription can no longer be reactivated. Please renew it.')
      }
      await resumeRenewal(services, lock, { subscriptionId: current.id })
      return REACTIVATED
    }),
  )
}

/** Turns the renewal on again. If a card is given, future renewals charge this card. */
export async function resumeRenewal(
  services: BillingServices,
  lock: PaymentLock,
  {
    subscriptionId,
    paymentMethodId,
  }: { subscriptionId: string | null; paymentMethodId?: string | null },
) {
  const { stripe } = services.payments
  if (!subscriptionId) throw new Error('There is no subscription to resume')
  try {
    const subscription = await stripe.subscriptions.retrieve(subscriptionId)
    lock.assertHeld()
    // Send no idempotency key. With a key, Stripe would replay its response to an earlier
    // reactivation and change nothing.
    await stripe.subscriptions.update(subscriptionId, {
      ...(paymentMethodId && { default_payment_method: paymentMethodId }),
      ...withoutEnd(subscription),
    })
  } catch (error) {
    if (!isRefused(error)) throw error
    await sync(services, lock)
    throw new Refusal(409, 'This subscription has ended. Please renew it.')
  }
  await sync(services, lock)
}

/**
 * The parameters that cancel the planned end of a subscription. Stripe needs different parameters
 * for an end on a date (`cancel_at`) and for an end after the current period
 * (`cancel_at_period_end`).
 */
function withoutEnd({ cancel_at, cancel_at_period_end }: Stripe.Subscription) {
  if (cancel_at_period_end) return { cancel_at_period_end: false }
  return cancel_at === null ? {} : { cancel_at: '' as const }
}

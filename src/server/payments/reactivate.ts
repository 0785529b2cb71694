import type Stripe from 'stripe'
import { Refusal } from '#server/errors/refusal.ts'
import type { Services } from '../services.ts'
import { refuseBlocked } from './payers.ts'
import { type Held, withPaymentLock } from './payment-lock.ts'
import { explaining, explainUnavailable, isRefused } from './stripe-errors.ts'
import { saveSubscription } from './subscription-row.ts'
import { isGift, stopsAt } from './subscription-state.ts'
import { sync } from './sync.ts'

const REACTIVATED = { success: true, message: 'Subscription reactivated successfully!' }

/** Undoes a cancellation before it takes effect. */
export function reactivate(services: Services, userId: string) {
  return withPaymentLock(services, userId, (held) =>
    explaining(explainUnavailable, async () => {
      refuseBlocked(held.user)
      const { row, current } = await sync(services, held)
      const goesOn = current?.status === 'active' && stopsAt(current) === null
      // The user reactivated it in another tab already.
      if (row?.status === 'active' && goesOn) return REACTIVATED
      const hasTimeLeft = row?.status === 'cancelled' && row.endsAt && row.endsAt > services.now()
      if (row && hasTimeLeft && isGift(row)) {
        // Only a gift without an end can be cancelled.
        await saveSubscription(services, held, { status: 'active', endsAt: null })
        return REACTIVATED
      }
      if (!hasTimeLeft || current?.status !== 'active' || goesOn) {
        throw new Refusal(409, 'This subscription can no longer be reactivated. Please renew it.')
      }
      await letGoOn(services, held, { subscriptionId: current.id })
      return REACTIVATED
    }),
  )
}

/** Turns renewal on again, with another card if one is given. */
export async function letGoOn(
  services: Services,
  held: Held,
  {
    subscriptionId,
    paymentMethodId,
  }: { subscriptionId: string | null; paymentMethodId?: string | null },
) {
  const { stripe } = services.payments
  if (!subscriptionId) throw new Error('There is no subscription to resume')
  try {
    const subscription = await stripe.subscriptions.retrieve(subscriptionId)
    held.assertHeld()
    // No idempotency key: Stripe would replay its answer to an earlier reactivation.
    await stripe.subscriptions.update(subscriptionId, {
      ...(paymentMethodId && { default_payment_method: paymentMethodId }),
      ...withoutEnd(subscription),
    })
  } catch (error) {
    if (!isRefused(error)) throw error
    await sync(services, held)
    throw new Refusal(409, 'This subscription has ended. Please renew it.')
  }
  await sync(services, held)
}

/** Stripe clears an end by date (`cancel_at`) differently from an end with the period. */
function withoutEnd({ cancel_at, cancel_at_period_end }: Stripe.Subscription) {
  if (cancel_at_period_end) return { cancel_at_period_end: false }
  return cancel_at === null ? {} : { cancel_at: '' as const }
}

import { invoicesOf, stopCollecting, voidInvoice } from './invoices.ts'
import { missing } from './refusals.ts'
import type { Subscription } from './stripe-objects.ts'
import type { World } from './world.ts'

export function hasEnded({ status }: { status: string }) {
  return status === 'canceled' || status === 'incomplete_expired'
}

/**
 * Ends a subscription immediately. If the subscription never became active, its invoice is voided.
 * Other open invoices stay open, but are no longer collected. As at Stripe, this does not stop a
 * draft, which is charged within the hour unless the caller stops it.
 */
export function endSubscription(
  world: World,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
) {
  if (hasEnded(subscription)) throw missing('subscription', subscription.id)
  const wasIncomplete = subscription.status === 'incomplete'
  const now = world.time.seconds()
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled'
  subscription.ended_at = now
  subscription.canceled_at ??= now
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason,
  }
  for (const invoice of invoicesOf(world, subscription.id, ['open'])) {
    stopCollecting(invoice)
    if (wasIncomplete) voidInvoice(world, invoice)
  }
  world.emit('customer.subscription.deleted', subscription)
  return subscription
}

/** Expires a subscription whose first payment never succeeded. */
export function expireIncomplete(world: World, subscription: Subscription) {
  subscription.status = 'incomplete_expired'
  subscription.ended_at = world.time.seconds()
  for (const invoice of invoicesOf(world, subscription.id, ['open'])) voidInvoice(world, invoice)
  world.emit('customer.subscription.updated', subscription)
}

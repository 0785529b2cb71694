import type { BillingServices } from '#server/payments/billing-services.ts'
import { withPaymentLock } from '#server/payments/payment-lock.ts'
import { findSubscription, saveSubscription } from './subscription-row.ts'
import { isComplimentary } from './subscription-state.ts'

/**
 * The column values of complimentary access (access without payment). It ends at `endsAt`, or never
 * if `endsAt` is null.
 */
export function complimentaryAccess(endsAt: Date | null) {
  return {
    status: 'active',
    plan: 'premium',
    paymentProvider: 'manual',
    endsAt,
    override: 'active',
  } as const
}

/** Expires complimentary access whose end date has passed. */
export function expireComplimentaryAccess(services: BillingServices, userId: string) {
  return withPaymentLock(services, userId, async (lock) => {
    const row = await findSubscription(services.db, userId)
    const isOver =
      row && isComplimentary(row) && row.status !== 'expired' && isPast(row.endsAt, services)
    return isOver ? saveSubscription(services, lock, { status: 'expired' }) : row
  })
}

function isPast(endsAt: Date | null, { now }: BillingServices) {
  return endsAt !== null && endsAt <= now()
}

import type { BillingServices } from './billing-services.ts'
import { withPaymentLock } from './payment-lock.ts'
import { findSubscription, saveSubscription } from './subscription-row.ts'
import { isGift } from './subscription-state.ts'

/** The columns of a gift: access without payment, until `endsAt` or without an end. */
export function gift(endsAt: Date | null) {
  return {
    status: 'active',
    plan: 'premium',
    paymentProvider: 'manual',
    endsAt,
    override: 'active',
  } as const
}

/** Expires a gift whose end date has passed. */
export function expireGift(services: BillingServices, userId: string) {
  return withPaymentLock(services, userId, async (held) => {
    const row = await findSubscription(services.db, userId)
    const isOver = row && isGift(row) && row.status !== 'expired' && isPast(row.endsAt, services)
    return isOver ? saveSubscription(services, held, { status: 'expired' }) : row
  })
}

function isPast(endsAt: Date | null, { now }: BillingServices) {
  return endsAt !== null && endsAt <= now()
}

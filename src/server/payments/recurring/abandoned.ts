import { subHours } from 'date-fns/subHours'
import { and, inArray, lte } from 'drizzle-orm'
import { paymentAttempts } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { isPaid } from '#server/payments/mirror/subscription-state.ts'
import { findAtStripe } from '#server/payments/mirror/sync.ts'
import { findUnsettledAttempt, updateAttempt } from '#server/payments/paying/attempts.ts'
import { withPaymentLock } from '#server/payments/payment-lock.ts'
import { forEachIndependently } from './reconcile.ts'

/**
 * How long a payment attempt stays open. Stripe waits 23 hours for the bank, so no payment can
 * succeed after this time.
 */
const WAITED_HOURS = 24

/** Settles payment attempts that the payer abandoned and that the bank can no longer complete. */
export async function settleAbandoned(services: BillingServices) {
  const { db, now } = services
  const abandoned = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.state, ['open', 'requires_action']),
        lte(paymentAttempts.createdAt, subHours(now(), WAITED_HOURS)),
      ),
    )
  await forEachIndependently(services, abandoned, ({ id, userId }) =>
    settle(services, { id, userId }),
  )
}

function settle(services: BillingServices, { id, userId }: { id: string; userId: string }) {
  const { db, now, payments } = services
  return withPaymentLock(services, userId, async ({ user }) => {
    const attempt = await findUnsettledAttempt(db, userId)
    // Another request has settled this attempt since the attempts were listed, so nothing is left
    // to do.
    if (attempt?.id !== id) return
    const found = await findAtStripe(payments.stripe, user.stripeCustomerId)
    const hasPaid = found.some(
      ({ metadata, status }) => metadata.attempt_id === id && isPaid(status),
    )
    await updateAttempt(db, attempt, { state: hasPaid ? 'succeeded' : 'failed', now: now() })
  })
}

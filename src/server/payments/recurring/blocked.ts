import { and, eq, exists, inArray, ne, or } from 'drizzle-orm'
import { paymentAttempts, subscriptions, users } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { stopRenewal } from '#server/payments/ending/cancel.ts'
import { LIVE, OWED } from '#server/payments/mirror/subscription-state.ts'
import { forEachIndependently } from './reconcile.ts'

/**
 * Stops the renewals and payments of blocked users. Blocking a user tries the same, but cannot do
 * it while Stripe is down.
 */
export async function stopBlocked(services: BillingServices) {
  const { db } = services
  const isRenewed = and(
    inArray(subscriptions.stripeStatus, LIVE),
    // Include a cancelled subscription with an unpaid invoice, because Stripe still charges the
    // invoice.
    or(
      ne(subscriptions.status, 'cancelled'),
      inArray(subscriptions.stripeStatus, OWED),
      subscriptions.isPaymentDue,
    ),
  )
  const isBeingPaid = exists(
    db
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.userId, users.id),
          inArray(paymentAttempts.state, ['open', 'requires_action']),
        ),
      ),
  )
  const charged = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(eq(users.isBlocked, true), or(isRenewed, isBeingPaid)))
  await forEachIndependently(services, charged, ({ id }) => stopRenewal(services, id))
}

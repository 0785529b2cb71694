import { subHours } from 'date-fns/subHours'
import { and, inArray, lte } from 'drizzle-orm'
import { paymentAttempts } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { findUnsettledAttempt, updateAttempt } from './attempts.ts'
import { withPaymentLock } from './payment-lock.ts'
import { eachByItself } from './reconcile.ts'
import { isPaid } from './subscription-state.ts'
import { findAtStripe } from './sync.ts'

/** An hour more than the 23 hours that Stripe waits for a bank's answer. */
const WAITED_HOURS = 24

/** Settles payment attempts that the payer abandoned and that the bank can no longer complete. */
export async function settleAbandoned(services: Services) {
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
  await eachByItself(services, abandoned, ({ id, userId }) => settle(services, { id, userId }))
}

function settle(services: Services, { id, userId }: { id: string; userId: string }) {
  const { db, now, payments } = services
  return withPaymentLock(services, userId, async ({ user }) => {
    const attempt = await findUnsettledAttempt(db, userId)
    // The attempt was settled meanwhile.
    if (attempt?.id !== id) return
    const found = await findAtStripe(payments.stripe, user.stripeCustomerId)
    const hasPaid = found.some(
      ({ metadata, status }) => metadata.attempt_id === id && isPaid(status),
    )
    await updateAttempt(db, attempt, { state: hasPaid ? 'succeeded' : 'failed', now: now() })
  })
}

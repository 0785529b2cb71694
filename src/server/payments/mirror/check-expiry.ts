import { subMinutes } from 'date-fns/subMinutes'
import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { SubscriptionRow } from '#server/auth/sessions.ts'
import { withTimeout } from '#server/concurrency/concurrency.ts'
import { subscriptions } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { withPaymentLock } from '#server/payments/payment-lock.ts'
import { QUICK } from '#server/payments/stripe.ts'
import { isRetryable } from '#server/payments/stripe-errors.ts'
import { expireComplimentaryAccess } from './complimentary-access.ts'
import { isComplimentary, isRunning } from './subscription-state.ts'
import { sync } from './sync.ts'

/** How long a page request waits for Stripe. */
const STRIPE_WAIT_TIMEOUT_MS = 3000

/**
 * Whether the stored period of a subscription has ended. The caller then asks Stripe, because the
 * subscription may have been renewed.
 */
function hasEnded({ status, endsAt }: Pick<SubscriptionRow, 'status' | 'endsAt'>, now: Date) {
  return isRunning({ status }) && endsAt !== null && endsAt <= now
}

/**
 * Renews or expires a subscription whose period has ended. Asks Stripe at most once a minute.
 * Returns the saved row if Stripe does not respond in time.
 */
export async function renewOrExpire(services: BillingServices, row: SubscriptionRow | null) {
  if (!row || !hasEnded(row, services.now())) return row
  if (isComplimentary(row)) return expireComplimentaryAccess(services, row.userId)
  if (!(await claimRefresh(services, row.userId))) return row
  const refreshed = refreshFromStripe(services, row.userId).catch((error) => {
    if (!isRetryable(error)) services.logError(error, 'payments')
    return row
  })
  // After the timeout, the request continues in the background and updates the row.
  services.background.run(async () => void (await refreshed))
  return withTimeout(STRIPE_WAIT_TIMEOUT_MS, refreshed, row)
}

/** Updates a subscription from Stripe after its period has ended. */
export function refreshFromStripe(services: BillingServices, userId: string) {
  return withPaymentLock(services, userId, async (lock) => (await sync(services, lock, QUICK)).row)
}

/**
 * Claims a refresh of a user's subscription. Returns false if the subscription was already
 * refreshed within the last minute.
 */
async function claimRefresh({ db, now }: BillingServices, userId: string) {
  const time = now()
  const claimed = await db
    .update(subscriptions)
    .set({ syncedAt: time })
    .where(
      and(
        eq(subscriptions.userId, userId),
        or(isNull(subscriptions.syncedAt), lte(subscriptions.syncedAt, subMinutes(time, 1))),
      ),
    )
    .returning({ userId: subscriptions.userId })
  return claimed.length > 0
}

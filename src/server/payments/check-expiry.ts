import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { SubscriptionRow } from '#server/auth/sessions.ts'
import { within } from '#server/concurrency/concurrency.ts'
import { subscriptions } from '#server/db/schema.ts'
import type { Services } from '#server/services.ts'
import { expireGift } from './gifts.ts'
import { withPaymentLock } from './payment-lock.ts'
import { QUICK } from './stripe.ts'
import { isForLater } from './stripe-errors.ts'
import { isGift, isRunning } from './subscription-state.ts'
import { sync } from './sync.ts'

const MINUTE = 60_000
/** How long somebody who reads waits for Stripe, in milliseconds. */
const PATIENCE = 3000

/** Whether the time is over that a row tells of: whether it goes on, only Stripe knows. */
function hasEnded({ status, endsAt }: Pick<SubscriptionRow, 'status' | 'endsAt'>, now: Date) {
  return isRunning({ status }) && endsAt !== null && endsAt <= now
}

/**
 * The subscription as it is after its end. Stripe is asked at most once a minute; while it does not
 * answer, what is known stays.
 */
export async function renewedOrEnded(services: Services, row: SubscriptionRow | null) {
  if (!row || !hasEnded(row, services.now())) return row
  if (isGift(row)) return expireGift(services, row.userId)
  if (!(await claimQuestion(services, row.userId))) return row
  const asking = askStripe(services, row.userId).catch((error) => {
    if (!isForLater(error)) services.report(error, 'payments')
    return row
  })
  // An answer that comes later is heard all the same.
  services.background.run(async () => void (await asking))
  return within(PATIENCE, asking, row)
}

/** Asks Stripe how a subscription goes on whose time is over. */
export function askStripe(services: Services, userId: string) {
  return withPaymentLock(services, userId, async (held) => (await sync(services, held, QUICK)).row)
}

/** Of all who want to ask in the same minute, one does. */
async function claimQuestion({ db, now }: Services, userId: string) {
  const time = now()
  const claimed = await db
    .update(subscriptions)
    .set({ syncedAt: time })
    .where(
      and(
        eq(subscriptions.userId, userId),
        or(
          isNull(subscriptions.syncedAt),
          lte(subscriptions.syncedAt, new Date(time.getTime() - MINUTE)),
        ),
      ),
    )
    .returning({ userId: subscriptions.userId })
  return claimed.length > 0
}

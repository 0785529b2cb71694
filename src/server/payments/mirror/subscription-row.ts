import { eq } from 'drizzle-orm'
import type { SubscriptionRow } from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { subscriptions } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import type { PaymentLock } from '#server/payments/payment-lock.ts'
import { writeChanges } from './changes.ts'
import { mailsAbout } from './subscription-notifications.ts'
import { hasBegun, type Terms } from './subscription-state.ts'

/** Default values for a user without a subscription row. */
const NOTHING: Terms = {
  status: 'inactive',
  plan: 'Free',
  paymentProvider: 'stripe',
  endsAt: null,
  stripeSubscriptionId: null,
  stripeStatus: null,
  isPaymentDue: false,
  confirmUrl: null,
  isPaused: false,
  resumesAt: null,
  cardBrand: null,
  cardLast4: null,
  override: null,
}

export async function findSubscription(db: Pick<Database, 'select'>, userId: string) {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return row ?? null
}

/**
 * Saves a subscription. The same transaction queues the mails about the subscription, records the
 * changes for statistics, and runs the callback `also`.
 */
export async function saveSubscription(
  { db, now, siteUrl, mailQueue }: BillingServices,
  { user, assertHeld }: PaymentLock,
  changes: Partial<Terms> & { syncedAt?: Date },
  also?: (tx: Transaction, before: SubscriptionRow | null, after: SubscriptionRow) => Promise<void>,
) {
  assertHeld()
  const time = now()
  const saved = await db.transaction(async (tx) => {
    const before = await findSubscription(tx, user.id)
    const [after] = await tx
      .insert(subscriptions)
      .values({ ...NOTHING, ...changes, userId: user.id, createdAt: time, updatedAt: time })
      .onConflictDoUpdate({
        target: subscriptions.userId,
        set: {
          ...changes,
          updatedAt: time,
          // The age of a subscription counts from the time when it was first paid for or given.
          // Until then, every change sets the creation date to the current time.
          ...(before && !hasBegun(before) && { createdAt: time }),
        },
      })
      .returning()
    if (!after) throw new Error('The database did not return the subscription')
    for (const mail of mailsAbout(user, { before, after, now: time }, siteUrl())) {
      await queueMail(tx, mail, time)
    }
    await writeChanges(tx, user.id, { before, after, now: time })
    await also?.(tx, before, after)
    return after
  })
  mailQueue.wake()
  return saved
}

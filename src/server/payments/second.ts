import { and, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { audit } from '../db/schema.ts'
import { queueMail } from '../mail/mail-queue.ts'
import type { Services } from '../services.ts'
import { endNow } from './ending.ts'
import type { Held } from './payment-lock.ts'
import { refundInvoice } from './refunds.ts'
import { refundedMail } from './subscription-mails.ts'

/** The actor of automatic changes. */
const ENGAWA: Actor = { user: { id: 'engawa', email: 'Engawa' }, ip: '' }
const ACTION = 'subscription.refund'

/**
 * Ends a duplicate subscription and refunds what it charged for the months that both cover. Each
 * step is idempotent. The end comes last, so that a failed run finds the duplicate again.
 */
export async function endSecond(
  services: Services,
  held: Held,
  { second, kept }: { second: Stripe.Subscription; kept: Stripe.Subscription },
) {
  const { stripe } = services.payments
  held.assertHeld()
  const { data } = await stripe.invoices.list({ subscription: second.id, limit: 20 })
  const twice = data.filter((invoice) => invoice.status === 'paid' && overlaps(invoice, kept))
  let cents = 0
  for (const invoice of twice) cents += await refundInvoice(stripe, invoice)
  if (cents > 0) await tell(services, held, { second, kept, cents })
  await endNow(stripe, second.id)
}

/** Whether the kept subscription covers part of this invoice's period. */
function overlaps({ lines }: Stripe.Invoice, kept: Stripe.Subscription) {
  const period = lines.data[0]?.period
  return period !== undefined && period.end > kept.start_date
}

/** Writes the audit entry and queues the mail, once. */
async function tell(
  { db, now, siteUrl, mailQueue }: Services,
  { user }: Held,
  { second, kept, cents }: Parameters<typeof endSecond>[2] & { cents: number },
) {
  const at = now()
  await db.transaction(async (tx) => {
    const about = sql`${audit.before} ->> 'stripe_subscription_id' = ${second.id}`
    const [told] = await tx
      .select({ id: audit.id })
      .from(audit)
      .where(and(eq(audit.targetId, user.id), eq(audit.action, ACTION), about))
    if (told) return
    await writeAudit(tx, {
      actor: ENGAWA,
      action: ACTION,
      target: user,
      before: { stripe_subscription_id: second.id },
      after: { stripe_subscription_id: kept.id, refunded_cents: cents },
      at,
    })
    await queueMail(tx, refundedMail(user, { cents }, siteUrl()), at)
  })
  mailQueue.wake()
}

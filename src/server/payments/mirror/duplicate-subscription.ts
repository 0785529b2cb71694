import { and, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { audit } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import type { PaymentLock } from '#server/payments/payment-lock.ts'
import { endNow } from './end-at-stripe.ts'
import { refundInvoice } from './refunds.ts'
import { refundedMail } from './subscription-mails.ts'

/** The actor in audit entries of automatic changes. */
const ENGAWA: Actor = { user: { id: 'engawa', email: 'Engawa' }, ip: '' }
const ACTION = 'subscription.refund'

/**
 * Ends a duplicate subscription, and refunds its charges for months that both subscriptions cover.
 * Each step is idempotent. Ending the subscription is the last step, so that the next run still
 * finds the duplicate if an earlier step fails.
 */
export async function endDuplicate(
  services: BillingServices,
  lock: PaymentLock,
  { duplicate, current }: { duplicate: Stripe.Subscription; current: Stripe.Subscription },
) {
  const { stripe } = services.payments
  lock.assertHeld()
  const { data } = await stripe.invoices.list({ subscription: duplicate.id, limit: 20 })
  const charged = data.filter((invoice) => invoice.status === 'paid' && overlaps(invoice, current))
  let cents = 0
  for (const invoice of charged) cents += await refundInvoice(stripe, invoice)
  if (cents > 0) await recordDuplicateRefund(services, lock, { duplicate, current, cents })
  await endNow(stripe, duplicate.id)
}

/** Whether the current subscription covers part of this invoice's period. */
function overlaps({ lines }: Stripe.Invoice, current: Stripe.Subscription) {
  const period = lines.data[0]?.period
  return period !== undefined && period.end > current.start_date
}

/** Writes the audit entry and queues the mail, but only once for each duplicate subscription. */
async function recordDuplicateRefund(
  { db, now, siteUrl, mailQueue }: BillingServices,
  { user }: PaymentLock,
  { duplicate, current, cents }: Parameters<typeof endDuplicate>[2] & { cents: number },
) {
  const at = now()
  await db.transaction(async (tx) => {
    const about = sql`${audit.before} ->> 'stripe_subscription_id' = ${duplicate.id}`
    const [recorded] = await tx
      .select({ id: audit.id })
      .from(audit)
      .where(and(eq(audit.targetId, user.id), eq(audit.action, ACTION), about))
    if (recorded) return
    await writeAudit(tx, {
      actor: ENGAWA,
      action: ACTION,
      target: user,
      before: { stripe_subscription_id: duplicate.id },
      after: { stripe_subscription_id: current.id, refunded_cents: cents },
      at,
    })
    await queueMail(tx, refundedMail(user, { cents }, siteUrl()), at)
  })
  mailQueue.wake()
}

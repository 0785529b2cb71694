import { utc } from '@date-fns/utc/utc'
import { getUnixTime } from 'date-fns/getUnixTime'
import { subDays } from 'date-fns/subDays'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { disputes } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { endCharges } from '#server/payments/ending/cancel.ts'
import { sync } from '#server/payments/mirror/sync.ts'
import { type PaymentLock, withPaymentLock } from '#server/payments/payment-lock.ts'
import { isMissing } from '#server/payments/stripe-errors.ts'
import { stripeId } from '#server/payments/stripe-id.ts'
import { findUser } from './find-user.ts'

/** The statuses of a dispute in which the bank has taken the money back. */
const MONEY_TAKEN = [
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
]
/** A bank decides a dispute within this time, so older disputes no longer change. */
const DECIDED_DAYS = 180

/** The actor in audit entries of changes that a bank has caused. */
const BANK: Actor = { user: { id: 'bank', email: "The payer's bank" }, ip: '' }

interface Objection {
  /** The id of the dispute at Stripe. */
  id: string
  /** The id of the payment to which the bank objects. */
  intent: string
  /** The status that Stripe has last stated. */
  status: string
}

/**
 * Saves the status of a dispute, for administrators. Access and subscription end as soon as the bank
 * takes the money back. An inquiry (`warning_…`) moves no money, so it changes nothing. Returns
 * whether the status is new.
 */
export async function applyDispute(services: BillingServices, { id, intent, status }: Objection) {
  const { stripe } = services.payments
  const { customer } = await stripe.paymentIntents.retrieve(intent)
  const userId = customer && (await findUser(services, stripeId(customer)))
  if (!userId) return false
  return withPaymentLock(services, userId, async (lock) => {
    // Events can arrive late and in any order, so read the present status at Stripe.
    const present = (await findStatus(stripe, id)) ?? status
    const before = await findDispute(services, id)
    if (before === present) return false
    if (isMoneyTaken(present) && !(before && isMoneyTaken(before))) {
      await endCharges(services, lock)
      await sync(services, lock)
    }
    await save(services, lock, { id, before, status: present })
    return true
  })
}

/** Applies the disputes that can still change. Returns the number of new statuses. */
export async function applyAllDisputes(services: BillingServices) {
  const from = subDays(services.now(), DECIDED_DAYS, { in: utc })
  const all = services.payments.stripe.disputes.list({
    created: { gte: getUnixTime(from) },
    limit: 100,
  })
  let unknown = 0
  for await (const { id, payment_intent: intent, status } of all) {
    // Most disputes have not changed, and applying one takes two requests to Stripe.
    if (!intent || (await findDispute(services, id)) === status) continue
    if (await applyDispute(services, { id, intent: stripeId(intent), status })) unknown += 1
  }
  return unknown
}

function isMoneyTaken(status: string) {
  return MONEY_TAKEN.includes(status)
}

/** The present status of a dispute. Null if Stripe does not know the dispute. */
async function findStatus(stripe: Stripe, id: string) {
  try {
    return (await stripe.disputes.retrieve(id)).status
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function findDispute({ db }: BillingServices, id: string) {
  const [row] = await db.select().from(disputes).where(eq(disputes.id, id))
  return row?.status ?? null
}

async function save(
  { db, now }: BillingServices,
  { user }: PaymentLock,
  { id, before, status }: { id: string; before: string | null; status: string },
) {
  const at = now()
  await db.transaction(async (tx) => {
    await tx
      .insert(disputes)
      .values({ id, userId: user.id, status, updatedAt: at })
      .onConflictDoUpdate({ target: disputes.id, set: { status, updatedAt: at } })
    await writeAudit(tx, {
      actor: BANK,
      action: 'subscription.dispute',
      target: user,
      before: before === null ? null : { dispute: before },
      after: { dispute: status },
      at,
    })
  })
}

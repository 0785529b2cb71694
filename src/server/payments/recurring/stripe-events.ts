import { utc } from '@date-fns/utc/utc'
import { subDays } from 'date-fns/subDays'
import { and, asc, inArray, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database } from '#server/db/database.ts'
import { stripeEvents } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { endNow } from '#server/payments/mirror/end-at-stripe.ts'
import { findRefunded } from '#server/payments/mirror/refunds.ts'
import { isLive } from '#server/payments/mirror/subscription-state.ts'
import { findAtStripe, mergeCustomer, sync } from '#server/payments/mirror/sync.ts'
import { withPaymentLock } from '#server/payments/payment-lock.ts'
import { isLiveKey } from '#server/payments/settings.ts'
import { isRetryable, isUnavailable } from '#server/payments/stripe-errors.ts'
import { stripeId } from '#server/payments/stripe-id.ts'
import { applyDispute } from './disputes.ts'
import { findUser } from './find-user.ts'
import { notePaymentsOf, noteRefund } from './paid-invoices.ts'

/**
 * The maximum age of a signed event. Without a maximum, an attacker could replay an intercepted
 * event later.
 */
const SIGNATURE_TOLERANCE_SECONDS = 300
/** How many events are handled at a time. */
const BATCH_SIZE = 100
/**
 * How long handled events are stored. This is longer than Stripe stores events. Otherwise, an event
 * that Stripe delivers again could look new.
 */
const KEPT_DAYS = 60

/** The event types to which our webhook endpoint subscribes at Stripe. */
export const EVENT_TYPES = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'invoice.voided',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'customer.created',
  'customer.deleted',
] satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** Parses an event. Null if Stripe did not sign it. */
export function readEvent(
  { payments: { stripe, settings } }: BillingServices,
  body: Uint8Array,
  signature: string | undefined,
) {
  for (const secret of settings.webhookSecrets) {
    try {
      const event = stripe.webhooks.constructEvent(
        body,
        signature ?? '',
        secret,
        SIGNATURE_TOLERANCE_SECONDS,
      )
      return event.livemode === isLiveKey(settings.secretKey) ? event : null
    } catch {
      // Try the next webhook secret. If no secret matches, the event is forged.
    }
  }
  return null
}

/** Saves a Stripe event, to handle it later. Ignores an event that is already saved. */
export async function storeEvent({ db, now }: BillingServices, event: Stripe.Event) {
  await db
    .insert(stripeEvents)
    .values({ id: event.id, type: event.type, ...subjectOf(event), receivedAt: now() })
    .onConflictDoNothing()
}

/**
 * The object that an event is about. For an event about a dispute or a charge, this is the payment.
 * For other events, this is the customer.
 */
function subjectOf({ data: { object } }: Stripe.Event) {
  if (object.object === 'customer') return { stripeCustomerId: object.id }
  if (object.object === 'charge') return { stripePaymentIntentId: stripeId(object.payment_intent) }
  if (object.object === 'dispute') {
    return {
      stripePaymentIntentId: stripeId(object.payment_intent),
      stripeDisputeId: object.id,
      disputeStatus: object.status,
    }
  }
  const customer = 'customer' in object ? object.customer : null
  return {
    stripeCustomerId: typeof customer === 'string' || hasId(customer) ? stripeId(customer) : null,
  }
}

function hasId(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value
}

type EventRow = typeof stripeEvents.$inferSelect

/**
 * Handles all pending Stripe events. Each event only names a customer or payment, whose state is
 * then read from Stripe. So the order and the number of deliveries do not matter. Returns false if
 * an event has to be retried.
 */
export async function handleEvents(services: BillingServices) {
  const failed: string[] = []
  for (;;) {
    const events = await services.db
      .select()
      .from(stripeEvents)
      .where(and(isNull(stripeEvents.handledAt), notInArray(stripeEvents.id, failed)))
      // Handle failed events last, so that they do not delay others.
      .orderBy(asc(stripeEvents.tries), asc(stripeEvents.receivedAt))
      .limit(BATCH_SIZE)
    for (const about of groupBySubject(events)) {
      const error = await handleTogether(services, about)
      if (error !== undefined) failed.push(...about.map(({ id }) => id))
      // Leave the other events to the next run, because they would fail too.
      if (isUnavailable(error)) return false
    }
    if (events.length < BATCH_SIZE) return failed.length === 0
  }
}

/**
 * Groups events by customer or payment, so that one query at Stripe serves all events of a group.
 */
function groupBySubject(events: EventRow[]) {
  const groups = new Map<string | null, EventRow[]>()
  for (const event of events) {
    const subject = event.stripePaymentIntentId ?? event.stripeCustomerId
    groups.set(subject, [...(groups.get(subject) ?? []), event])
  }
  return groups.values()
}

/**
 * Handles the events of one customer or payment. If they have to be retried, returns the error.
 */
async function handleTogether(services: BillingServices, events: EventRow[]): Promise<unknown> {
  const { db, now } = services
  const ids = events.map(({ id }) => id)
  try {
    const [event] = events
    if (event?.stripePaymentIntentId) {
      await handlePaymentEvents(services, event.stripePaymentIntentId, events)
    } else if (event?.stripeCustomerId) {
      await syncCustomer(services, event.stripeCustomerId)
      const hasPaid = events.some(({ type }) => type === 'invoice.paid')
      if (hasPaid) await notePaymentsOf(services, event.stripeCustomerId)
    }
    await db.update(stripeEvents).set({ handledAt: now() }).where(inArray(stripeEvents.id, ids))
    return
  } catch (error) {
    if (!isRetryable(error)) services.logError(error, 'payments')
    const lastError = error instanceof Error ? error.message : String(error)
    await db
      .update(stripeEvents)
      .set({ tries: sql`${stripeEvents.tries} + 1`, lastError })
      .where(inArray(stripeEvents.id, ids))
    return error
  }
}

/** Updates the subscription of the user to whom a Stripe customer belongs. */
export async function syncCustomer(services: BillingServices, customer: string) {
  const userId = await findUser(services, customer)
  if (!userId) return
  await withPaymentLock(services, userId, async (lock) => {
    const isTheirs = lock.user.stripeCustomerId === customer
    await (isTheirs ? sync(services, lock) : mergeCustomer(services, lock, customer))
  })
}

/** Handles a payment that a bank objected to, or that the operator refunded. */
async function handlePaymentEvents(services: BillingServices, intent: string, events: EventRow[]) {
  for (const { stripeDisputeId: id, disputeStatus: status } of events) {
    if (id && status) await applyDispute(services, { id, intent, status })
  }
  const isRefunded = events.some(({ type }) => type === 'charge.refunded')
  if (isRefunded) await applyRefund(services, intent)
}

/**
 * Saves a refund. A full refund of the current period ends the subscription. Returns whether the
 * refund is new.
 */
export async function applyRefund(services: BillingServices, intent: string) {
  const { stripe } = services.payments
  const refunded = await findRefunded(stripe, intent)
  if (!refunded) return false
  const { customer, invoice, cents, isWhole } = refunded
  await notePaymentsOf(services, customer)
  const userId = isWhole && (await findUser(services, customer))
  if (userId) await endRefunded(services, { userId, customer, invoice })
  return noteRefund(services.db, invoice, cents)
}

/** Ends the subscription if `invoice` is the invoice of its current period. */
async function endRefunded(
  services: BillingServices,
  { userId, customer, invoice }: { userId: string; customer: string; invoice: string },
) {
  const { stripe } = services.payments
  await withPaymentLock(services, userId, async (lock) => {
    const found = await findAtStripe(stripe, customer)
    const present = found.find((one) => isLive(one) && stripeId(one.latest_invoice) === invoice)
    lock.assertHeld()
    if (present) await endNow(stripe, present.id)
    await sync(services, lock)
  })
}

export async function deleteOldEvents(db: Database, now: Date) {
  const before = subDays(now, KEPT_DAYS, { in: utc })
  await db
    .delete(stripeEvents)
    .where(and(isNotNull(stripeEvents.handledAt), lte(stripeEvents.receivedAt, before)))
}

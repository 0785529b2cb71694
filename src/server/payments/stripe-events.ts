import { utc } from '@date-fns/utc/utc'
import { subDays } from 'date-fns/subDays'
import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database } from '../db/database.ts'
import { stripeEvents, users } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { endCharges } from './cancel.ts'
import { findPerson } from './customer.ts'
import { endNow } from './ending.ts'
import { notePaymentsOf, noteRefund } from './paid-invoices.ts'
import { withPaymentLock } from './payment-lock.ts'
import { findRefunded } from './refunds.ts'
import { isLiveKey } from './settings.ts'
import { isForLater } from './stripe-errors.ts'
import { isLive } from './subscription-state.ts'
import { findAtStripe, mergeCustomer, sync } from './sync.ts'

/** The maximum age of a signature, in seconds. It stops replays of an intercepted request. */
const TOLERANCE = 300
/** How many events are handled at a time. */
const BATCH = 100
/** Longer than Stripe keeps events. Otherwise a redelivered event would look new. */
const KEPT_DAYS = 60

/** The event types that the webhook endpoint at Stripe subscribes to. */
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
  'customer.created',
  'customer.deleted',
] satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** The event if Stripe signed it, else null. */
export function readEvent(
  { payments: { stripe, settings } }: Services,
  body: Uint8Array,
  signature: string | undefined,
) {
  for (const secret of settings.webhookSecrets) {
    try {
      const event = stripe.webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE)
      return event.livemode === isLiveKey(settings.secretKey) ? event : null
    } catch {
      // Signed with the other secret, or forged.
    }
  }
  return null
}

/** Saves an event for handling. Ignores a redelivered event. */
export async function keepEvent({ db, now }: Services, event: Stripe.Event) {
  await db
    .insert(stripeEvents)
    .values({ id: event.id, type: event.type, ...subjectOf(event), receivedAt: now() })
    .onConflictDoNothing()
}

/** The subject of an event: the payment for a dispute or charge, else the customer. */
function subjectOf({ data: { object } }: Stripe.Event) {
  if (object.object === 'customer') return { stripeCustomerId: object.id }
  if (object.object === 'dispute' || object.object === 'charge')
    return { stripePaymentIntentId: idOf(object.payment_intent) }
  const customer = 'customer' in object ? object.customer : null
  return {
    stripeCustomerId: typeof customer === 'string' || hasId(customer) ? idOf(customer) : null,
  }
}

function idOf(object: string | { id?: string } | null | undefined) {
  return typeof object === 'string' ? object : (object?.id ?? null)
}

function hasId(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value
}

type EventRow = typeof stripeEvents.$inferSelect

/**
 * Handles all pending events. Each event only names a customer or payment, whose state is then read
 * from Stripe. So the order and the number of deliveries do not matter. Returns false when an event
 * has to be retried.
 */
export async function handleEvents(services: Services) {
  for (;;) {
    const events = await services.db
      .select()
      .from(stripeEvents)
      .where(isNull(stripeEvents.handledAt))
      // Failing events go last, so that they block no others.
      .orderBy(asc(stripeEvents.tries), asc(stripeEvents.receivedAt))
      .limit(BATCH)
    let allHandled = true
    for (const about of groupBySubject(events)) {
      allHandled = (await handleTogether(services, about)) && allHandled
    }
    if (events.length < BATCH || !allHandled) return allHandled
  }
}

/** One look at Stripe serves all events of a customer. */
function groupBySubject(events: EventRow[]) {
  const groups = new Map<string | null, EventRow[]>()
  for (const event of events) {
    const subject = event.stripePaymentIntentId ?? event.stripeCustomerId
    groups.set(subject, [...(groups.get(subject) ?? []), event])
  }
  return groups.values()
}

/** Returns whether the events were handled. */
async function handleTogether(services: Services, events: EventRow[]) {
  const { db, now } = services
  const ids = events.map(({ id }) => id)
  try {
    const [event] = events
    if (event?.stripePaymentIntentId) {
      await heedPayment(services, event.stripePaymentIntentId, new Set(events.map(typeOf)))
    } else if (event?.stripeCustomerId) {
      await syncCustomer(services, event.stripeCustomerId)
      const hasPaid = events.some(({ type }) => type === 'invoice.paid')
      if (hasPaid) await notePaymentsOf(services, event.stripeCustomerId)
    }
    await db.update(stripeEvents).set({ handledAt: now() }).where(inArray(stripeEvents.id, ids))
    return true
  } catch (error) {
    if (!isForLater(error)) services.logError(error, 'payments')
    const lastError = error instanceof Error ? error.message : String(error)
    await db
      .update(stripeEvents)
      .set({ tries: sql`${stripeEvents.tries} + 1`, lastError })
      .where(inArray(stripeEvents.id, ids))
    return false
  }
}

/** Updates the subscription of the user behind a Stripe customer. */
export async function syncCustomer(services: Services, customer: string) {
  const userId = await findUser(services, customer)
  if (!userId) return
  await withPaymentLock(services, userId, async (held) => {
    const isTheirs = held.user.stripeCustomerId === customer
    await (isTheirs ? sync(services, held) : mergeCustomer(services, held, customer))
  })
}

function typeOf({ type }: EventRow) {
  return type
}

/** Handles a payment that was disputed at the bank or refunded by us. */
async function heedPayment(services: Services, intent: string, types: Set<string>) {
  if (types.has('charge.dispute.created')) await endDisputed(services, intent)
  if (types.has('charge.refunded')) await heedRefund(services, intent)
}

/**
 * Saves a refund. A full refund of the current period ends the subscription. Returns whether the
 * refund is new.
 */
export async function heedRefund(services: Services, intent: string) {
  const { stripe } = services.payments
  const refunded = await findRefunded(stripe, intent)
  if (!refunded) return false
  const { customer, invoice, cents, isWhole } = refunded
  await notePaymentsOf(services, customer)
  const userId = isWhole && (await findUser(services, customer))
  if (userId) await endRefunded(services, { userId, customer, invoice })
  return noteRefund(services.db, invoice, cents)
}

/** Ends the subscription whose current period `invoice` charged. */
async function endRefunded(
  services: Services,
  { userId, customer, invoice }: { userId: string; customer: string; invoice: string },
) {
  const { stripe } = services.payments
  await withPaymentLock(services, userId, async (held) => {
    const found = await findAtStripe(stripe, customer)
    const present = found.find((one) => isLive(one) && idOf(one.latest_invoice) === invoice)
    held.assertHeld()
    if (present) await endNow(stripe, present.id)
    await sync(services, held)
  })
}

/** A user who disputes a payment loses access and is charged no more. */
async function endDisputed(services: Services, paymentIntentId: string) {
  const { stripe } = services.payments
  const { customer } = await stripe.paymentIntents.retrieve(paymentIntentId)
  const userId = customer && (await findUser(services, idOf(customer) ?? ''))
  if (!userId) return
  await withPaymentLock(services, userId, async (held) => {
    await endCharges(services, held)
    await sync(services, held)
  })
}

/** The id of the customer's user. Reports a paying customer without a user. */
async function findUser({ db, payments: { stripe }, logError }: Services, customer: string) {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.stripeCustomerId, customer))
  if (user) return user.id

  // The customer was created, but the answer was lost before the id was saved.
  const live = (await findAtStripe(stripe, customer)).find(isLive)
  const buyer = live?.metadata.user_id ?? (await findPerson(stripe, customer))
  const [known] = buyer
    ? await db.select({ id: users.id }).from(users).where(eq(users.id, buyer))
    : []
  if (live && !known) {
    logError(new Error(`The subscription ${live.id} is paid by nobody we know`), 'payments')
  }
  return known?.id ?? null
}

export async function deleteOldEvents(db: Database, now: Date) {
  const before = subDays(now, KEPT_DAYS, { in: utc })
  await db
    .delete(stripeEvents)
    .where(and(isNotNull(stripeEvents.handledAt), lte(stripeEvents.receivedAt, before)))
}

import { utc } from '@date-fns/utc/utc'
import { getUnixTime } from 'date-fns/getUnixTime'
import { subDays } from 'date-fns/subDays'
import { subHours } from 'date-fns/subHours'
import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { SubscriptionRow } from '#server/auth/sessions.ts'
import { subscriptions, users } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { refreshFromStripe } from '#server/payments/mirror/check-expiry.ts'
import { expireComplimentaryAccess } from '#server/payments/mirror/complimentary-access.ts'
import {
  currentOf,
  hasTerms,
  isComplimentary,
  isLive,
  mirrorOf,
} from '#server/payments/mirror/subscription-state.ts'
import { EXPANDED } from '#server/payments/mirror/sync.ts'
import { isRetryable, isUnavailable } from '#server/payments/stripe-errors.ts'
import { stripeId } from '#server/payments/stripe-id.ts'
import { applyAllDisputes } from './disputes.ts'
import { noteAllPayments } from './paid-invoices.ts'
import { sinceLastSuccess } from './since-last-success.ts'
import { applyRefund, EVENT_TYPES, storeEvent, syncCustomer } from './stripe-events.ts'

/**
 * The overlap between a query for Stripe's events and the previous query. Some events appear late,
 * and would be missed without the overlap.
 */
const OVERLAP_HOURS = 1
/** Stripe keeps events for this long. */
const EVENTS_KEPT_DAYS = 30

/** Renews or expires every subscription whose end has passed. */
export async function settleEnded(services: BillingServices) {
  const { db, now } = services
  const isOver = lte(subscriptions.endsAt, now())
  const ended = await db
    .select()
    .from(subscriptions)
    .where(and(inArray(subscriptions.status, ['active', 'cancelled']), isOver))
  await forEachIndependently(services, ended, (row) =>
    isComplimentary(row)
      ? expireComplimentaryAccess(services, row.userId)
      : refreshFromStripe(services, row.userId),
  )
}

/** Fetches events that Stripe could not deliver since the last query. */
export async function fetchUndelivered(services: BillingServices, lastAsked: Date | null) {
  const { payments, now } = services
  const from = lastAsked
    ? subHours(lastAsked, OVERLAP_HOURS)
    : subDays(now(), EVENTS_KEPT_DAYS, { in: utc })
  const undelivered = payments.stripe.events.list({
    types: EVENT_TYPES,
    delivery_success: false,
    created: { gte: getUnixTime(from) },
    limit: 100,
  })
  for await (const event of undelivered) await storeEvent(services, event)
}

/**
 * Compares all subscriptions at Stripe with the stored ones, and corrects the stored ones. Returns
 * the numbers of compared users and differing users, and of payments, refunds and disputes that were
 * not known. After the first run, each of them means that an earlier update failed.
 */
export async function compareAll(services: BillingServices) {
  const { db, payments, now } = services
  const atStripe = await listByCustomer(payments.stripe)
  const people = await db
    .select({ customer: users.stripeCustomerId, row: subscriptions })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(isNotNull(users.stripeCustomerId))
  const here = new Map(people.map(({ customer, row }) => [customer ?? '', row]))
  const different = [...new Set([...atStripe.keys(), ...here.keys()])].filter((customer) => {
    const found = atStripe.get(customer) ?? []
    const row = here.get(customer)
    // A Stripe customer without a user counts as different only with a live subscription. Ended
    // subscriptions of deleted users stay at Stripe.
    return row === undefined ? found.some(isLive) : differs(row, found, now())
  })
  await forEachIndependently(services, different, (customer) => syncCustomer(services, customer))
  const unknownPayments = await noteAllPayments(services)
  const unknownRefunds = await applyAllRefunds(services)
  const unknownDisputes = await applyAllDisputes(services)
  return {
    compared: here.size,
    different: different.length,
    unknownPayments,
    unknownRefunds,
    unknownDisputes,
  }
}

/**
 * Saves the refunds since the last successful run. Returns the number of payments with a new
 * refund.
 */
function applyAllRefunds(services: BillingServices) {
  return sinceLastSuccess(services, 'stripe.refunds', async (last) => {
    const refunds = services.payments.stripe.refunds.list({
      ...(last && { created: { gte: getUnixTime(subHours(last, OVERLAP_HOURS)) } }),
      limit: 100,
    })
    const intents = new Set<string>()
    for await (const { payment_intent: intent } of refunds) {
      if (intent) intents.add(stripeId(intent))
    }
    let unknown = 0
    for (const intent of intents) if (await applyRefund(services, intent)) unknown += 1
    return unknown
  })
}

/** All subscriptions at Stripe, grouped by customer, newest first. */
async function listByCustomer(stripe: Stripe) {
  const byCustomer = new Map<string, Stripe.Subscription[]>()
  const all = stripe.subscriptions.list({
    status: 'all',
    limit: 100,
    expand: EXPANDED,
  })
  for await (const subscription of all) {
    const id = stripeId(subscription.customer)
    byCustomer.set(id, [...(byCustomer.get(id) ?? []), subscription])
  }
  return byCustomer
}

function differs(row: SubscriptionRow | null, found: Stripe.Subscription[], now: Date) {
  const { current, live } = currentOf(found, row?.stripeSubscriptionId)
  // Do not compare `confirmUrl`, because events report its changes, and comparing it would cost a
  // request to Stripe per user.
  const mirrored = mirrorOf(row, current, { now, confirmUrl: row?.confirmUrl ?? null })
  return live.length > 1 || (mirrored !== null && !hasTerms(row, mirrored))
}

/**
 * Runs `task` for each item, even if it fails for some items. The next run of the job retries the
 * failed items. Throws if Stripe is unavailable, so that the job counts as failed.
 */
export async function forEachIndependently<T>(
  services: BillingServices,
  all: T[],
  task: (one: T) => Promise<unknown>,
) {
  for (const one of all) {
    try {
      await task(one)
    } catch (error) {
      // Stop, because the task would fail for the remaining items too.
      if (isUnavailable(error)) throw error
      if (!isRetryable(error)) services.logError(error, 'payments')
    }
  }
}

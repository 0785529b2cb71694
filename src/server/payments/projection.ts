import type Stripe from 'stripe'
import type { SubscriptionRow } from '../sessions.ts'
import type { Terms } from './subscription-row.ts'

const DAY = 86_400
/** How long access goes on after a renewal that could not be paid; seconds. */
const GRACE = 3 * DAY

type StripeStatus = Stripe.Subscription.Status

/** While a subscription at Stripe is in one of these, its last period was not paid. */
export const OWED: StripeStatus[] = ['past_due', 'unpaid']
/** While it is in one of these, it can be charged or become so. */
export const LIVE: StripeStatus[] = ['active', 'trialing', 'paused', ...OWED]

export function isLive({ status }: Pick<Stripe.Subscription, 'status'>) {
  return LIVE.includes(status)
}

/** Whether Stripe's status says that the present period is paid. */
export function isPaid(status: string | null) {
  return status === 'active' || status === 'trialing'
}

/** Whether a person has what they would pay for. */
export function isBought(row: SubscriptionRow | null) {
  return row?.status === 'active' && !row.override && isPaid(row.stripeStatus)
}

/** As far as anybody has been told: the end of what was cancelled is noted when it is over. */
export function isRunning({ status }: Pick<SubscriptionRow, 'status'>) {
  return status === 'active' || status === 'cancelled'
}

export function isOwed({ status }: Pick<Stripe.Subscription, 'status'>) {
  return OWED.includes(status)
}

/** When a subscription ends by itself instead of being renewed; null when it goes on. */
export function stopsAt(subscription: Stripe.Subscription) {
  if (subscription.cancel_at !== null) return subscription.cancel_at
  return subscription.cancel_at_period_end ? periodOf(subscription).current_period_end : null
}

/**
 * Stripe's eight states as the four of ours. Null for a subscription that was never paid: it gives
 * nothing and takes nothing away.
 */
function project(
  subscription: Stripe.Subscription,
  now: Date,
): Pick<Terms, 'status' | 'endsAt'> | null {
  const { current_period_start: start, current_period_end: end } = periodOf(subscription)
  const stop = stopsAt(subscription)
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return stop === null
        ? { status: 'active', endsAt: toDate(end) }
        : { status: 'cancelled', endsAt: toDate(stop) }
    case 'past_due': {
      const endsAt = toDate(start + GRACE)
      if (endsAt <= now) return { status: 'expired', endsAt }
      return { status: stop === null ? 'active' : 'cancelled', endsAt }
    }
    case 'unpaid':
      return { status: 'expired', endsAt: toDate(start) }
    case 'paused':
      return { status: 'inactive', endsAt: toDate(start) }
    case 'canceled':
      return { status: 'expired', endsAt: toDate(subscription.ended_at ?? end) }
    default:
      // `incomplete` and `incomplete_expired`, and what Stripe may add.
      return null
  }
}

/**
 * Of a person's subscriptions at Stripe, newest first, the one that counts: the live one, or else
 * the last that was paid. Where two are live, which must never be, the one that is `known`.
 */
export function currentOf(subscriptions: Stripe.Subscription[], known: string | null | undefined) {
  const live = subscriptions.filter(isLive)
  const current =
    live.find(({ id }) => id === known) ??
    live[0] ??
    subscriptions.find(({ status }) => status === 'canceled')
  return { current, live }
}

/** What a person's row becomes with what Stripe has; null when there is nothing to say. */
export function mirrorOf(
  row: SubscriptionRow | null,
  current: Stripe.Subscription | undefined,
  now: Date,
): Terms | null {
  if (!current) return row && withoutStripe(row, now)
  const terms = project(current, now)
  if (!terms) return null
  const isNew = row?.stripeSubscriptionId !== current.id
  const stripe = { stripeSubscriptionId: current.id, stripeStatus: current.status }
  // What an administrator has decided stands, until the person pays for a subscription of their own.
  if (row?.override && !(isNew && isPaid(current.status))) return { ...row, ...stripe }
  return { ...terms, ...stripe, plan: 'premium', paymentProvider: 'stripe', override: null }
}

/** Whether a row says all that `mirrored` says. */
export function says(row: SubscriptionRow | null, mirrored: Terms) {
  return (
    row?.status === mirrored.status &&
    row.endsAt?.getTime() === mirrored.endsAt?.getTime() &&
    row.stripeSubscriptionId === mirrored.stripeSubscriptionId &&
    row.stripeStatus === mirrored.stripeStatus &&
    row.override === mirrored.override
  )
}

/** A row whose subscription Stripe does not know: nobody pays for it. */
function withoutStripe(row: SubscriptionRow, now: Date): Terms | null {
  if (!row.stripeSubscriptionId || row.override || !isRunning(row)) return null
  const endsAt = row.endsAt && row.endsAt < now ? row.endsAt : now
  return { ...row, status: 'expired', endsAt, stripeStatus: null }
}

/** Since Stripe's version of March 2025, the period is the item's and not the subscription's. */
function periodOf({ id, items }: Stripe.Subscription) {
  const [item] = items.data
  if (!item) throw new Error(`The subscription ${id} has no item`)
  return item
}

function toDate(seconds: number) {
  return new Date(seconds * 1000)
}

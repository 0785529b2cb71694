import type Stripe from 'stripe'
import type { SubscriptionRow } from '#server/auth/sessions.ts'

/** The columns of a subscription that payments and administrators change. */
export type Terms = Pick<
  SubscriptionRow,
  | 'status'
  | 'plan'
  | 'paymentProvider'
  | 'endsAt'
  | 'stripeSubscriptionId'
  | 'stripeStatus'
  | 'isPaymentDue'
  | 'confirmUrl'
  | 'cardBrand'
  | 'cardLast4'
  | 'override'
>

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

/** Access that an administrator has given, for which nobody pays. */
export function isGift({ paymentProvider }: Pick<SubscriptionRow, 'paymentProvider'>) {
  return paymentProvider === 'manual'
}

/**
 * Whether somebody ever paid for it or was given it. Otherwise the row only holds the plan that an
 * administrator has chosen.
 */
export function hasBegun(row: Pick<Terms, 'status' | 'paymentProvider' | 'stripeSubscriptionId'>) {
  return row.status !== 'inactive' || isGift(row) || row.stripeSubscriptionId !== null
}

/** As far as anybody has been told: the end of what was cancelled is noted when it is over. */
export function isRunning({ status }: Pick<SubscriptionRow, 'status'>) {
  return status === 'active' || status === 'cancelled'
}

/** Whether the present period is not paid: the renewal has failed, or is about to be charged. */
export function isOwed(subscription: Pick<Stripe.Subscription, 'status' | 'latest_invoice'>) {
  return OWED.includes(subscription.status) || isDue(subscription)
}

/** Whether the renewal is about to be charged: its invoice is a draft for the first hour of a period. */
export function isDue({
  status,
  latest_invoice,
}: Pick<Stripe.Subscription, 'status' | 'latest_invoice'>) {
  if (!isPaid(status) || typeof latest_invoice !== 'object') return false
  return latest_invoice?.status === 'draft' || latest_invoice?.status === 'open'
}

/**
 * When a subscription ends by itself instead of being renewed; null when it goes on. An end in a
 * later period does not count yet: until then every renewal is charged.
 */
export function stopsAt(subscription: Stripe.Subscription) {
  const { current_period_end: end } = periodOf(subscription)
  const { cancel_at, cancel_at_period_end } = subscription
  if (cancel_at !== null) return cancel_at <= end ? cancel_at : null
  return cancel_at_period_end ? end : null
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
      // An invoice that Stripe never charges must not open a whole month.
      if (isDue(subscription) && toDate(start + GRACE) <= now) {
        return { status: 'expired', endsAt: toDate(start + GRACE) }
      }
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
 * the last that was paid. Where two are live, which must never be, one that is paid, and rather the
 * one that is `known`.
 */
export function currentOf(subscriptions: Stripe.Subscription[], known: string | null | undefined) {
  const live = subscriptions.filter(isLive)
  const paid = live.filter(({ status }) => isPaid(status))
  const candidates = paid.length > 0 ? paid : live
  const current =
    candidates.find(({ id }) => id === known) ??
    candidates[0] ??
    subscriptions.find(({ status }) => status === 'canceled')
  return { current, live }
}

/** What a person's row becomes with what Stripe has; null when there is nothing to say. */
export function mirrorOf(
  row: SubscriptionRow | null,
  current: Stripe.Subscription | undefined,
  { now, confirmUrl }: { now: Date; confirmUrl: string | null },
): Terms | null {
  if (!current) return row && withoutStripe(row, now)
  const terms = project(current, now)
  if (!terms) return null
  const isNew = row?.stripeSubscriptionId !== current.id
  const stripe = {
    stripeSubscriptionId: current.id,
    stripeStatus: current.status,
    isPaymentDue: isDue(current),
    confirmUrl: current.status === 'past_due' ? confirmUrl : null,
    ...cardOf(current),
  }
  // What an administrator has decided stands, until the person pays for a subscription of their own.
  if (row?.override && !(isNew && isPaid(current.status))) return { ...row, ...stripe }
  return { ...terms, ...stripe, plan: 'premium', paymentProvider: 'stripe', override: null }
}

/** What may be said of the card that is charged; nothing where it is none, or not the subscription's own. */
function cardOf({ default_payment_method: method }: Stripe.Subscription) {
  const card = typeof method === 'object' ? method?.card : null
  return { cardBrand: card?.brand ?? null, cardLast4: card?.last4 ?? null }
}

/** Whether a row says all that `mirrored` says. */
export function says(row: SubscriptionRow | null, mirrored: Terms) {
  return (
    row?.status === mirrored.status &&
    row.endsAt?.getTime() === mirrored.endsAt?.getTime() &&
    row.stripeSubscriptionId === mirrored.stripeSubscriptionId &&
    row.stripeStatus === mirrored.stripeStatus &&
    row.isPaymentDue === mirrored.isPaymentDue &&
    row.confirmUrl === mirrored.confirmUrl &&
    row.cardBrand === mirrored.cardBrand &&
    row.cardLast4 === mirrored.cardLast4 &&
    row.override === mirrored.override
  )
}

/** A row whose subscription Stripe does not know: nobody pays for it, or will renew it. */
function withoutStripe(row: SubscriptionRow, now: Date): Terms | null {
  if (row.override || isGift(row) || !isRunning(row)) return null
  const isOver = row.endsAt !== null && row.endsAt <= now
  const isNeverRenewed = row.status === 'active' && isOver
  if (!row.stripeSubscriptionId && !isNeverRenewed) return null
  return {
    ...row,
    status: 'expired',
    endsAt: isOver ? row.endsAt : now,
    stripeStatus: null,
    isPaymentDue: false,
    confirmUrl: null,
  }
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

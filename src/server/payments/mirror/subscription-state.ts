import { utc } from '@date-fns/utc/utc'
import { addDays } from 'date-fns/addDays'
import { fromUnixTime } from 'date-fns/fromUnixTime'
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
  | 'isPaused'
  | 'resumesAt'
  | 'cardBrand'
  | 'cardLast4'
  | 'override'
>

/** How many days access continues after a failed renewal. */
const GRACE_DAYS = 3

type StripeStatus = Stripe.Subscription.Status

/** The statuses at Stripe in which the last period is unpaid. */
export const OWED: StripeStatus[] = ['past_due', 'unpaid']
/** The statuses at Stripe in which a subscription charges or can charge again. */
export const LIVE: StripeStatus[] = ['active', 'trialing', 'paused', ...OWED]

export function isLive({ status }: Pick<Stripe.Subscription, 'status'>) {
  return LIVE.includes(status)
}

/** Whether Stripe's status says that the current period is paid. */
export function isPaid(status: string | null) {
  return status === 'active' || status === 'trialing'
}

/** Whether the row is an active subscription that is paid at Stripe. */
export function isBought(row: SubscriptionRow | null) {
  return row?.status === 'active' && !row.override && isPaid(row.stripeStatus)
}

/** Whether the access is complimentary: an administrator gave access without payment. */
export function isComplimentary({ paymentProvider }: Pick<SubscriptionRow, 'paymentProvider'>) {
  return paymentProvider === 'manual'
}

/**
 * Whether the subscription was ever paid for or given. If not, the row only records the plan that
 * an administrator chose.
 */
export function hasBegun(row: Pick<Terms, 'status' | 'paymentProvider' | 'stripeSubscriptionId'>) {
  return row.status !== 'inactive' || isComplimentary(row) || row.stripeSubscriptionId !== null
}

/**
 * Whether the row's status gives access. This may still be true just after the end date, until a
 * job updates the row.
 */
export function isRunning({ status }: Pick<SubscriptionRow, 'status'>) {
  return status === 'active' || status === 'cancelled'
}

/**
 * Whether the current period is unpaid. Either its payment has failed, or Stripe will charge it
 * soon.
 */
export function isOwed(subscription: Pick<Stripe.Subscription, 'status' | 'latest_invoice'>) {
  return OWED.includes(subscription.status) || isDue(subscription)
}

/**
 * The metadata key of an invoice that Engawa stops because it ends the subscription. The period of
 * this invoice stays unpaid until the subscription has ended.
 */
export const STOPPED = 'engawa_stopped'

/**
 * Whether Stripe will charge the renewal soon. Stripe charges the invoice one hour after the period
 * begins. Until then, the invoice is a draft. Stripe never charges a draft without `auto_advance`,
 * such as those that it creates while the operator has paused the payments.
 */
export function isDue({
  status,
  latest_invoice: invoice,
}: Pick<Stripe.Subscription, 'status' | 'latest_invoice'>) {
  if (!isPaid(status) || !invoice || typeof invoice === 'string') return false
  if (invoice.status === 'open') return true
  return invoice.status === 'draft' && (invoice.auto_advance || isStopped(invoice))
}

export function isStopped({ metadata }: Pick<Stripe.Invoice, 'metadata'>) {
  return metadata?.[STOPPED] !== undefined
}

/**
 * The time at which a subscription ends instead of renewing, in seconds since 1970. Null if the
 * subscription renews at the end of the current period. It may still end in a later period.
 */
export function stopsAt(subscription: Stripe.Subscription) {
  const { current_period_end: end } = periodOf(subscription)
  const { cancel_at, cancel_at_period_end } = subscription
  if (cancel_at !== null) return cancel_at <= end ? cancel_at : null
  return cancel_at_period_end ? end : null
}

/**
 * Maps Stripe's eight statuses of a subscription to Engawa's four. Null for a subscription that was
 * never paid, because such a subscription neither gives nor ends access.
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
      // Stripe may never charge the renewal's invoice, so end access after the grace period.
      if (isDue(subscription) && endOfGrace(start) <= now) {
        return { status: 'expired', endsAt: endOfGrace(start) }
      }
      return stop === null
        ? { status: 'active', endsAt: fromUnixTime(end) }
        : { status: 'cancelled', endsAt: fromUnixTime(stop) }
    case 'past_due': {
      const endsAt = endOfGrace(start)
      if (endsAt <= now) return { status: 'expired', endsAt }
      return { status: stop === null ? 'active' : 'cancelled', endsAt }
    }
    case 'unpaid':
      return { status: 'expired', endsAt: fromUnixTime(start) }
    case 'paused':
      return { status: 'inactive', endsAt: fromUnixTime(start) }
    case 'canceled':
      return { status: 'expired', endsAt: fromUnixTime(subscription.ended_at ?? end) }
    default:
      // The remaining statuses are `incomplete`, `incomplete_expired`, and any that Stripe may add.
      return null
  }
}

/**
 * Picks the user's current subscription from a list sorted newest first. Picks a live subscription.
 * If none is live, picks the newest `canceled` one. Subscriptions that ended as
 * `incomplete_expired` do not count, because they were never paid. Several live subscriptions exist
 * only after a fault. A paid one then has priority over an unpaid one. If several remain, picks the
 * one with the id `known`, or else the newest.
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

/** The new subscription row, computed from Stripe's state. Null if the row stays unchanged. */
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
    ...pauseOf(current),
    ...cardOf(current),
  }
  // An administrator's decision about access (the override) stays until the user pays for a new
  // subscription.
  if (row?.override && !(isNew && isPaid(current.status))) return { ...row, ...stripe }
  return { ...terms, ...stripe, plan: 'premium', paymentProvider: 'stripe', override: null }
}

/** Whether the operator has paused the payments at Stripe, and until when. */
function pauseOf({ status, pause_collection: pause }: Stripe.Subscription) {
  const isPaused = pause !== null && isPaid(status)
  const resumesAt = isPaused && pause.resumes_at ? fromUnixTime(pause.resumes_at) : null
  return { isPaused, resumesAt }
}

/** Brand and last digits of the card; null if the subscription has no card of its own. */
function cardOf({ default_payment_method: method }: Stripe.Subscription) {
  const card = typeof method === 'object' ? method?.card : null
  return { cardBrand: card?.brand ?? null, cardLast4: card?.last4 ?? null }
}

/** Whether the stored row already has the values of the subscription at Stripe. */
export function hasTerms(row: SubscriptionRow | null, mirrored: Terms) {
  return (
    row?.status === mirrored.status &&
    row.endsAt?.getTime() === mirrored.endsAt?.getTime() &&
    row.stripeSubscriptionId === mirrored.stripeSubscriptionId &&
    row.stripeStatus === mirrored.stripeStatus &&
    row.isPaymentDue === mirrored.isPaymentDue &&
    row.confirmUrl === mirrored.confirmUrl &&
    row.isPaused === mirrored.isPaused &&
    row.resumesAt?.getTime() === mirrored.resumesAt?.getTime() &&
    row.cardBrand === mirrored.cardBrand &&
    row.cardLast4 === mirrored.cardLast4 &&
    row.override === mirrored.override
  )
}

/**
 * Expires a row whose subscription does not exist at Stripe. Nobody pays for such a subscription or
 * can renew it.
 */
function withoutStripe(row: SubscriptionRow, now: Date): Terms | null {
  if (row.override || isComplimentary(row) || !isRunning(row)) return null
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
    isPaused: false,
    resumesAt: null,
  }
}

/**
 * The current period. Since Stripe's API version of March 2025, it belongs to the subscription's
 * item.
 */
function periodOf({ id, items }: Stripe.Subscription) {
  const [item] = items.data
  if (!item) throw new Error(`The subscription ${id} has no item`)
  return item
}

function endOfGrace(start: number) {
  return addDays(fromUnixTime(start), GRACE_DAYS, { in: utc })
}

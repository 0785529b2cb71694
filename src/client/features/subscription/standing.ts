import { utc } from '@date-fns/utc/utc'
import { addDays } from 'date-fns/addDays'
import { awaitsRenewal, grantsAccess, isOver, mayHaveEnded } from '#contract/access.ts'
import { NOTICE_DAYS, type Subscription } from '#contract/subscription.ts'

/**
 * The state of a subscription as its owner sees it. The state decides which actions are offered.
 */
export type Standing =
  /** The subscription is paid. It will be charged again when the paid period ends. */
  | 'active'
  /** An administrator has given access without charge. */
  | 'complimentary'
  /** The operator has paused the payments. Access continues. */
  | 'paused'
  /** The subscription is paid until its end, and will not be charged again. */
  | 'cancelled'
  /** The charge for the renewal failed. The person can still pay until access ends. */
  | 'unpaid'
  /**
   * A new month has started, and the server has not charged for it yet. It will charge within the
   * hour.
   */
  | 'due'
  /**
   * The paid time has passed. If the status is still active, the server could not ask Stripe yet
   * whether the subscription was renewed, and access continues until then.
   */
  | 'expired'
  /**
   * A status that this version of the app does not know. The page describes no status and offers no
   * action.
   */
  | 'unknown'
  /** The paid period has ended since the server's last response. Only the server can tell more. */
  | 'unconfirmed'

export function subscriptionStanding(
  subscription: Subscription,
  { now, fetchedAt }: { now: Date; fetchedAt: Date },
): Standing {
  if (mayHaveEnded(subscription, { fetchedAt, now })) return 'unconfirmed'
  if (!grantsAccess(subscription, now)) return isOver(subscription, now) ? 'expired' : 'unknown'
  if (awaitsRenewal(subscription, now)) return 'expired'
  if (isOwed(subscription)) return subscription.payment_failed ? 'unpaid' : 'due'
  if (subscription.status === 'cancelled') return 'cancelled'
  if (isComplimentary(subscription)) return 'complimentary'
  return subscription.is_paused ? 'paused' : 'active'
}

export function isComplimentary({ payment_provider }: Subscription) {
  return payment_provider === 'manual'
}

/** Whether the card may still be charged for the current month. */
export function isOwed(subscription: Subscription) {
  const { payment_failed, payment_due } = subscription
  return (payment_failed || payment_due) && !isComplimentary(subscription)
}

/**
 * The end date to show. Null for a subscription that was stopped early, because the day of its end
 * is unknown.
 */
export function shownEnd({ ends_at }: Subscription, standing: Standing, now: Date) {
  // While payments are paused, the end of the period is neither a payment nor an end of access.
  if (ends_at === null || standing === 'paused') return null
  return standing === 'expired' && new Date(ends_at) > now ? null : ends_at
}

/**
 * The time at which access would end if the person cancelled now. Null if access would end
 * immediately.
 */
export function endIfCancelled({ ends_at }: Subscription, standing: Standing, now: Date) {
  // An unpaid month gives no access after a cancellation, so access ends immediately.
  if (standing === 'unpaid' || standing === 'due' || standing === 'expired') return null
  return standing === 'complimentary'
    ? addDays(now, NOTICE_DAYS, { in: utc }).toISOString()
    : ends_at
}

import { awaitsRenewal, grantsAccess, isOver, mayHaveEnded } from '#contract/access.ts'
import { NOTICE_DAYS, type Subscription } from '#contract/subscription.ts'

const NOTICE = NOTICE_DAYS * 86_400_000

/** What a subscription comes to for its person, and so what can be done about it. */
export type Standing =
  /** Paid, and charged again when it ends. */
  | 'active'
  /** Given by an administrator: there is nothing to pay. */
  | 'given'
  /** Paid until its end, and not charged again. */
  | 'cancelled'
  /** The renewal could not be charged; until its end it can be made good. */
  | 'unpaid'
  /** A new month has begun, and is charged within the hour. */
  | 'due'
  | 'expired'
  /** Of a status that this version does not know: nothing may be said of it, and nothing offered. */
  | 'unknown'
  /** Its end has come, and the server has not said since whether it was paid again. */
  | 'unconfirmed'

export function standingOf(
  subscription: Subscription,
  { now, askedAt }: { now: Date; askedAt: Date },
): Standing {
  if (mayHaveEnded(subscription, { since: askedAt, now })) return 'unconfirmed'
  if (!grantsAccess(subscription, now)) return isOver(subscription, now) ? 'expired' : 'unknown'
  if (awaitsRenewal(subscription, now)) return 'unconfirmed'
  if (isOwed(subscription)) return subscription.payment_failed ? 'unpaid' : 'due'
  if (subscription.status === 'cancelled') return 'cancelled'
  return isGiven(subscription) ? 'given' : 'active'
}

export function isGiven({ payment_provider }: Subscription) {
  return payment_provider === 'manual'
}

/** Whether a card may be charged for the month that has begun. */
export function isOwed(subscription: Subscription) {
  const { payment_failed, payment_due } = subscription
  return (payment_failed || payment_due) && !isGiven(subscription)
}

/** The end to speak of. What was stopped early has ended on another day, which nobody has noted. */
export function endOf({ ends_at }: Subscription, standing: Standing, now: Date) {
  if (ends_at === null) return null
  return standing === 'expired' && new Date(ends_at) > now ? null : ends_at
}

/** Until when it would stay open when cancelled now; null where nothing would. */
export function endIfCancelled({ ends_at }: Subscription, standing: Standing, now: Date) {
  // What is owed is not paid for.
  if (standing === 'unpaid' || standing === 'due' || standing === 'expired') return null
  return standing === 'given' ? new Date(now.getTime() + NOTICE).toISOString() : ends_at
}

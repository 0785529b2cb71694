import { grantsAccess, hasRunOut, isExpired } from '#contract/access.ts'
import type { Account } from '#contract/account.ts'
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
  | 'expired'
  /** Its end has come, and the server could not be asked since whether it goes on. */
  | 'unconfirmed'

interface Asked {
  now: Date
  /** When the server was last asked. */
  askedAt: Date
}

export function standingOf(
  subscription: Subscription,
  user: Pick<Account['user'], 'role'>,
  { now, askedAt }: Asked,
): Standing {
  if (hasRunOut({ user, subscription }, { since: askedAt, now })) return 'unconfirmed'
  if (isExpired(subscription, now) || !grantsAccess(subscription, now)) return 'expired'
  if (subscription.payment_failed && !isGiven(subscription)) return 'unpaid'
  if (subscription.status === 'cancelled') return 'cancelled'
  return isGiven(subscription) ? 'given' : 'active'
}

export function isGiven({ payment_provider }: Subscription) {
  return payment_provider === 'manual'
}

/** The end to speak of. What was stopped early has ended on another day, which nobody has noted. */
export function endOf({ ends_at }: Subscription, standing: Standing, now: Date) {
  if (ends_at === null) return null
  return standing === 'expired' && new Date(ends_at) > now ? null : ends_at
}

/** Until when it would stay open when cancelled now; null where nothing would. */
export function endIfCancelled({ ends_at }: Subscription, standing: Standing, now: Date) {
  // What is owed is not paid for.
  if (standing === 'unpaid' || standing === 'expired') return null
  return standing === 'given' ? new Date(now.getTime() + NOTICE).toISOString() : ends_at
}

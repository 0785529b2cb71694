import type { User } from './account.ts'
import type { Subscription } from './subscription.ts'

/** What a subscription opens, and until when. The client's guards decide by it before anything is drawn. */

type AccessTerms = { status: Subscription['status']; ends_at: string | Date | null }

/**
 * A cancelled subscription gives access until the day it was paid to, and not after. The end of an
 * active one is its next renewal: the server asks Stripe about a renewal that is due before it
 * answers, so `active` keeps its access while Stripe cannot be reached.
 */
export function grantsAccess(subscription: AccessTerms | null | undefined, now: Date) {
  if (subscription?.status === 'active') return true
  return subscription?.status === 'cancelled' && endsAfter(subscription, now)
}

/** Whether it has ended, of one that gives no access. Nothing is known of a status of another name. */
export function isOver(subscription: AccessTerms, now: Date) {
  const hasEnded = ['cancelled', 'expired', 'inactive'].includes(subscription.status)
  return hasEnded || (subscription.ends_at !== null && !endsAfter(subscription, now))
}

/** Whether a renewal is due of which nobody has heard yet. */
export function awaitsRenewal(subscription: AccessTerms, now: Date) {
  const { status, ends_at } = subscription
  return status === 'active' && ends_at !== null && !endsAfter(subscription, now)
}

function endsAfter({ ends_at }: AccessTerms, now: Date) {
  return ends_at !== null && new Date(ends_at) > now
}

/** Where `/` leads. */
type Home = '/listings' | '/login' | '/register' | '/subscription/manage' | '/subscription/renew'

interface AccountTerms {
  user: Pick<User, 'role'>
  subscription: AccessTerms | null
}

/** Administrators always see listings; everybody else while they have paid. */
export function hasListingAccess({ user, subscription }: AccountTerms, now: Date) {
  return user.role === 'admin' || grantsAccess(subscription, now)
}

interface Asked {
  /** When the server last said what the subscription is. */
  since: Date
  now: Date
}

/** Whether the time that was paid for has ended after the server was last asked. */
export function hasRunOut({ user, subscription }: AccountTerms, asked: Asked) {
  return user.role !== 'admin' && mayHaveEnded(subscription, asked)
}

/**
 * Whether only the server knows if a subscription is over: its end came after the last answer, and
 * it may have been paid again, here or on another device, or the clock of this device is wrong.
 */
export function mayHaveEnded(subscription: AccessTerms | null, { since, now }: Asked) {
  const wasOpen = subscription?.status === 'active' || subscription?.status === 'cancelled'
  return wasOpen && endsAfter(subscription, since) && !endsAfter(subscription, now)
}

/** The page a person is led to from `/`; `account` is null for a visitor. */
export function homeOf(account: AccountTerms | null, now: Date): Home {
  if (!account) return '/login'
  if (hasListingAccess(account, now)) return '/listings'
  if (!account.subscription) return '/register'
  return isOver(account.subscription, now) ? '/subscription/renew' : '/subscription/manage'
}

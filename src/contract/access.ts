import type { User } from './account.ts'
import type { Subscription } from './subscription.ts'

/** What a subscription opens, and until when. The client's guards decide by it before anything is drawn. */

type AccessTerms = { status: Subscription['status']; ends_at: string | Date | null }

/** A cancelled subscription gives access until the day it was paid to, and not after. */
export function grantsAccess(subscription: AccessTerms | null | undefined, now: Date) {
  if (subscription?.status === 'active') return true
  return subscription?.status === 'cancelled' && endsAfter(subscription, now)
}

/** Past its end, or no longer paid for: what the renewal page is for. */
export function isExpired(subscription: AccessTerms, now: Date) {
  if (subscription.status === 'expired' || subscription.status === 'inactive') return true
  return subscription.ends_at !== null && !endsAfter(subscription, now)
}

function endsAfter({ ends_at }: AccessTerms, now: Date) {
  return ends_at !== null && new Date(ends_at) > now
}

/** Where `/` leads. */
type Home = '/listings' | '/login' | '/register' | '/subscription/renew'

interface AccountTerms {
  user: Pick<User, 'role'>
  subscription: AccessTerms | null
}

/** Administrators always see listings; everybody else while they have paid. */
export function hasListingAccess({ user, subscription }: AccountTerms, now: Date) {
  return user.role === 'admin' || grantsAccess(subscription, now)
}

/**
 * Whether the time that was paid for has ended after the server was last asked: an active
 * subscription has probably been paid again, and without asking, nobody knows.
 */
export function hasRunOut({ user, subscription }: AccountTerms, time: { since: Date; now: Date }) {
  if (user.role === 'admin' || subscription?.status !== 'active') return false
  return endsAfter(subscription, time.since) && !endsAfter(subscription, time.now)
}

/** The page a person is led to from `/`; `account` is null for a visitor. */
export function homeOf(account: AccountTerms | null, now: Date): Home {
  if (!account) return '/login'
  if (hasListingAccess(account, now)) return '/listings'
  return account.subscription ? '/subscription/renew' : '/register'
}

import type { User } from './account.ts'
import type { Subscription } from './subscription.ts'

/**
 * The fields of a subscription that determine access. The guards of the client check these fields
 * before the first render.
 */

type AccessTerms = { status: Subscription['status']; ends_at: string | Date | null }

/**
 * A cancelled subscription gives access until the end of the paid time. An active subscription
 * gives access even after `ends_at`, which is only the date of the next renewal. Access continues
 * while the server waits for Stripe's answer about the renewal. So an outage of Stripe ends
 * nobody's access.
 */
export function grantsAccess(subscription: AccessTerms | null | undefined, now: Date) {
  if (subscription?.status === 'active') return true
  return subscription?.status === 'cancelled' && endsAfter(subscription, now)
}

/**
 * Whether a subscription has ended. Call this only for a subscription that grants no access. A
 * subscription with an unknown status counts as ended if `ends_at` is in the past.
 */
export function isOver(subscription: AccessTerms, now: Date) {
  const hasEnded = ['cancelled', 'expired', 'inactive'].includes(subscription.status)
  return hasEnded || (subscription.ends_at !== null && !endsAfter(subscription, now))
}

/**
 * Whether the paid time of an active subscription has passed, so that its renewal is due. The
 * client does not know yet whether the renewal has succeeded.
 */
export function awaitsRenewal(subscription: AccessTerms, now: Date) {
  const { status, ends_at } = subscription
  return status === 'active' && ends_at !== null && !endsAfter(subscription, now)
}

function endsAfter({ ends_at }: AccessTerms, now: Date) {
  return ends_at !== null && new Date(ends_at) > now
}

/** The page to which `/` redirects. */
type Home = '/listings' | '/login' | '/register' | '/subscription/manage' | '/subscription/renew'

interface AccountTerms {
  user: Pick<User, 'role'>
  subscription: AccessTerms | null
}

/** Administrators always see listings. Other users need a subscription that grants access. */
export function hasListingAccess({ user, subscription }: AccountTerms, now: Date) {
  return user.role === 'admin' || grantsAccess(subscription, now)
}

/** The houses that a person may open: all, those of a shared shortlist, or none. */
export type AccessScope = 'catalogue' | 'shortlist' | 'none'

/**
 * Returns which houses a person may open. `owner` is the account that shares its shortlist with
 * this person. While the owner has access, this person can open the shared houses without a
 * subscription. `owner` is null if nobody shares a shortlist with this person.
 */
export function accessScopeOf(
  account: AccountTerms,
  owner: AccountTerms | null,
  now: Date,
): AccessScope {
  if (hasListingAccess(account, now)) return 'catalogue'
  return owner && hasListingAccess(owner, now) ? 'shortlist' : 'none'
}

interface CheckTimes {
  /** When the server last sent the subscription. */
  fetchedAt: Date
  now: Date
}

/**
 * Whether the person may have lost access since the server last sent the subscription. Always false
 * for administrators.
 */
export function hasRunOut({ user, subscription }: AccountTerms, times: CheckTimes) {
  return user.role !== 'admin' && mayHaveEnded(subscription, times)
}

/**
 * Whether the end of a subscription has passed since the server last sent the subscription. Only
 * the server can tell whether access has ended, because the server may have renewed the
 * subscription, or this device's clock may be wrong.
 */
export function mayHaveEnded(subscription: AccessTerms | null, { fetchedAt, now }: CheckTimes) {
  const wasOpen = subscription?.status === 'active' || subscription?.status === 'cancelled'
  return wasOpen && endsAfter(subscription, fetchedAt) && !endsAfter(subscription, now)
}

/** The page to which `/` redirects. `account` is null for a visitor. */
export function homePage(account: AccountTerms | null, now: Date): Home {
  if (!account) return '/login'
  if (hasListingAccess(account, now)) return '/listings'
  if (!account.subscription) return '/register'
  return isOver(account.subscription, now) ? '/subscription/renew' : '/subscription/manage'
}

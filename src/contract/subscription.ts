import * as z from 'zod/mini'
import { Timestamp } from './values.ts'

export const SUBSCRIPTION_STATUSES = ['active', 'cancelled', 'expired', 'inactive'] as const
/** How long access goes on that was given without an end, from when its person cancels it; days. */
export const NOTICE_DAYS = 30
export const PLANS = ['premium', 'Free'] as const

export const Subscription = z.object({
  user_id: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  plan: z.enum(PLANS),
  /** Who is paid: `stripe`, or `manual` for access given by an administrator. */
  payment_provider: z.string(),
  /** The day access is paid to; null when it has no end. */
  ends_at: z.nullable(Timestamp),
  created_at: Timestamp,
  /** The last renewal could not be charged; until `ends_at` it can be made good. */
  payment_failed: z._default(z.boolean(), false),
})
export type Subscription = z.output<typeof Subscription>

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
export type Home = '/listings' | '/login' | '/register' | '/subscription/renew'

interface AccountTerms {
  user: { role: 'user' | 'admin' }
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

import { accessScopeOf } from '#contract/access.ts'
import type { Access } from '#contract/endpoint.ts'
import { type Caller, findCaller, type ScopedCaller } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { renewOrExpire } from '#server/payments/mirror/check-expiry.ts'
import { needsSetup, type SecondFactorPolicy } from '#server/second-factor/requirement.ts'
import { findSharedWith, ownerTerms, termsOf } from '#server/shortlist/owner-access.ts'

export interface AccessServices extends BillingServices, SecondFactorPolicy {}

/** The caller that an endpoint with this access level receives. */
export type CallerOf<A extends Access> = A extends 'public'
  ? null
  : A extends 'guest'
    ? ScopedCaller
    : Caller

const SECOND_FACTOR_REQUIRED =
  'Administrators need a second factor. Set up a passkey or an authenticator app in Account Settings first.'

/**
 * The caller to whom `token` belongs. Renews or expires a subscription whose period has ended.
 * @throws {Refusal} 401 for a visitor and 403 for a person, if they may not use an endpoint with
 *   this access.
 */
export async function authorise(
  services: AccessServices,
  access: Exclude<Access, 'public'>,
  token: string | undefined,
): Promise<Caller | ScopedCaller> {
  const { db, now } = services
  const caller = token ? await findCaller(db, token, now()) : null
  if (!caller) throw new Refusal(401, 'Not authenticated')

  if (access === 'user') return caller
  if (access === 'admin') {
    if (caller.user.role !== 'admin') throw new Refusal(403, 'Admin access required')
    if (await needsSetup(services, caller.user)) throw new Refusal(403, SECOND_FACTOR_REQUIRED)
    return caller
  }
  const isAdmin = caller.user.role === 'admin'
  const subscription = isAdmin
    ? caller.subscription
    : await renewOrExpire(services, caller.subscription)
  const account = termsOf(caller.user, subscription)
  const renewed = { ...caller, subscription, onlyShortlist: null }
  if (accessScopeOf(account, null, now()) === 'catalogue') return renewed
  const shared = access === 'guest' ? await findSharedWith(db, caller.user.id) : undefined
  if (shared && accessScopeOf(account, await ownerTerms(services, shared), now()) === 'shortlist') {
    return { ...renewed, onlyShortlist: shared.id }
  }
  throw new Refusal(403, 'An active subscription is required')
}

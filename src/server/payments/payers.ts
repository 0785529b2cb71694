import type { UserRow } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'

/** Administrators need no subscription: what they paid would buy nothing. */
export function refuseAdmin({ role }: UserRow) {
  if (role === 'admin') {
    throw new Refusal(409, 'Admin accounts have full access without a subscription')
  }
}

/** The user may have been blocked while the request waited for the lock. */
export function refuseBlocked({ isBlocked }: UserRow) {
  if (isBlocked) throw new Refusal(403, 'This account is blocked')
}

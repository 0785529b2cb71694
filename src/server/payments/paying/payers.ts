import type { UserRow } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'

/**
 * Refuses payments by administrators. They have access without a subscription, so a payment would
 * buy nothing.
 */
export function refuseAdmin({ role }: UserRow) {
  if (role === 'admin') {
    throw new Refusal(409, 'Admin accounts have full access without a subscription')
  }
}

/**
 * Refuses blocked users. Check this under the payment lock, because an administrator may have
 * blocked the user while the request waited for the lock.
 */
export function refuseBlocked({ isBlocked }: UserRow) {
  if (isBlocked) throw new Refusal(403, 'This account is blocked')
}

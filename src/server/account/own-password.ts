import { verifyPassword } from '#server/auth/passwords.ts'
import {
  type Attempt,
  countAttempts,
  resetAttempts,
  uncountAttempt,
} from '#server/auth/rate-limits.ts'
import { logSecurityEvent, type Origin } from '#server/auth/security-log.ts'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/errors/refusal.ts'

interface Claim {
  user: Pick<UserRow, 'id' | 'email' | 'passwordHash'>
  password: string
  origin: Origin
}

/**
 * Refuses a request with a wrong current password. Without this check, a stranger with an unlocked
 * device could take over the account. Wrong passwords count towards the login limits. The status is
 * 422 and not 401, because the client ends the session after a 401.
 * @throws {Refusal} 422 for a wrong password, and 429 after too many.
 */
export async function checkOwnPassword(
  { db, now }: { db: Database; now: () => Date },
  { user, password, origin }: Claim,
) {
  const { ip } = origin
  const accountAttempt: Attempt = { limit: 'loginToAccount', ip, email: user.email }
  const addressAttempt: Attempt = { limit: 'loginFromAddress', ip }
  await countAttempts(db, [accountAttempt, addressAttempt], now())
  if (!(await verifyPassword(user.passwordHash, password))) {
    await logSecurityEvent(db, { kind: 'password-refused', account: user, origin, at: now() })
    throw new Refusal(422, 'Current password is incorrect')
  }
  await resetAttempts(db, accountAttempt)
  await uncountAttempt(db, addressAttempt)
}

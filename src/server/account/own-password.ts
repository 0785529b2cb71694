import { verifyPassword } from '#server/auth/passwords.ts'
import { countTries, forgetTries, type Try, uncountTry } from '#server/auth/rate-limits.ts'
import type { UserRow } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Services } from '#server/services.ts'

interface Claim {
  user: Pick<UserRow, 'email' | 'passwordHash'>
  password: string
  ip: string
}

/**
 * Refuses a signed-in caller who does not know the password: the device may have been found
 * unlocked. Wrong passwords count towards the login limits. Not a 401, which would end the session.
 */
export async function checkOwnPassword({ db, now }: Services, { user, password, ip }: Claim) {
  const tryAtAccount: Try = { limit: 'loginToAccount', ip, email: user.email }
  const tryFromAddress: Try = { limit: 'loginFromAddress', ip }
  await countTries(db, [tryAtAccount, tryFromAddress], now())
  if (!(await verifyPassword(user.passwordHash, password))) {
    throw new Refusal(422, 'Current password is incorrect')
  }
  await forgetTries(db, tryAtAccount)
  await uncountTry(db, tryFromAddress)
}

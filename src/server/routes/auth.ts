import { and, eq } from 'drizzle-orm'
import {
  checkEmail,
  login,
  logout,
  register,
  requestPasswordReset,
  resetPassword,
  type SignedIn,
  verifyResetCode,
} from '#contract/auth.ts'
import { MIN_ADMIN_PASSWORD_LENGTH } from '#contract/choices.ts'
import { checkNewPassword, isTooShort } from '#server/auth/new-passwords.ts'
import { hashPassword, isOutdated, verifyPassword } from '#server/auth/passwords.ts'
import {
  type Attempt,
  allowsAttempts,
  countAttempts,
  resetAttempts,
  uncountAttempt,
} from '#server/auth/rate-limits.ts'
import * as resetCodes from '#server/auth/reset-codes.ts'
import { hasSignedInFrom, logSecurityEvent, type Origin } from '#server/auth/security-log.ts'
import {
  endSession,
  type PersonRow,
  personColumns,
  revocationTokenOf,
  type SubscriptionRow,
} from '#server/auth/sessions.ts'
import { createKeyedMutex } from '#server/concurrency/concurrency.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Serve } from '#server/http/serve.ts'
import { renewOrExpire } from '#server/payments/mirror/check-expiry.ts'
import { guessCurrency } from '#server/rates/guess-currency.ts'
import { needsSetup } from '#server/second-factor/requirement.ts'
import { passPassword } from '#server/second-factor/second-step.ts'
import { addUser, emailTaken, readUser, toAccount, toUser } from '#server/users/accounts.ts'
import { subscriptions, users } from '../db/schema.ts'
import type { Services } from '../services.ts'

const TOO_SHORT_FOR_ADMIN = `Administrators need a password of at least ${MIN_ADMIN_PASSWORD_LENGTH} characters. Choose a new one with “Forgot password?”.`

export function authRoutes(serve: Serve, services: Services) {
  const { db, now, background } = services

  serve(register, async ({ input: { name, email, password }, ip, language }) => {
    const attempts: Attempt[] = [
      { limit: 'registerInAnHour', ip },
      { limit: 'registerInADay', ip },
    ]
    checkNewPassword(password, 'user')
    await countAttempts(db, attempts, now())
    const passwordHash = await hashPassword(password)
    const currency = guessCurrency(language)
    const added = await addUser(db, { name, email, role: 'user', passwordHash, currency }, now())
    if (!added) throw emailTaken()
    return toUser(added)
  })

  /**
   * Runs one login at a time per IP address. A login counts as failed until its password is
   * checked. So several concurrent logins would reach the limit, even with the right password.
   */
  const runExclusive = createKeyedMutex()

  serve(login, ({ input: { username: email, password }, ip, userAgent }) =>
    runExclusive(ip, async () => {
      const origin = { ip, userAgent }
      const accountAttempt: Attempt = { limit: 'loginToAccount', ip, email }
      const addressAttempt: Attempt = { limit: 'loginFromAddress', ip }
      await countAttempts(db, [accountAttempt, addressAttempt], now())
      const found = await findByEmail(email)
      const isRight = await verifyPassword(found?.user.passwordHash, password)
      const account = found?.user ?? { email }
      const logRefusal = (detail: string) =>
        logSecurityEvent(db, { kind: 'sign-in-refused', account, origin, at: now(), detail })
      if (!found || !isRight) {
        await logRefusal('Wrong email or password')
        throw incorrect()
      }

      await resetAttempts(db, accountAttempt)
      await uncountAttempt(db, addressAttempt)
      if (found.user.isBlocked) {
        await logRefusal('The account is blocked')
        throw new Refusal(403, 'This account is blocked')
      }
      // An administrator may have chosen the password as a user, whose passwords may be shorter.
      if (isTooShort(password, found.user.role)) {
        await logRefusal('The password is too short for an administrator')
        throw new Refusal(403, TOO_SHORT_FOR_ADMIN)
      }
      const passwordHash = await renewHash(found.user, password)
      const user = { id: found.user.id, passwordHash }
      const passed = await passPassword(services, user, origin)
      if (!passed) throw incorrect()
      if ('secondStep' in passed) return { second_step: passed.secondStep }
      return toSignedIn(services, found, passed.token)
    }),
  )

  serve(logout, async ({ caller, ip, userAgent }) => {
    await endSession(db, caller.tokenHash)
    const origin = { ip, userAgent }
    await logSecurityEvent(db, { kind: 'sign-out', account: caller.user, origin, at: now() })
    return {}
  })

  serve(checkEmail, async ({ input: { email }, ip }) => {
    const attempts: Attempt[] = [
      { limit: 'checkEmailInAMinute', ip },
      { limit: 'checkEmailInADay', ip },
    ]
    await countAttempts(db, attempts, now())
    return { exists: (await findByEmail(email)) !== undefined }
  })

  serve(requestPasswordReset, async ({ input: { email }, ip }) => {
    const attempts: Attempt[] = [
      { limit: 'resetMailFromNetwork', ip },
      { limit: 'resetMailInAnHour', email, ip },
      { limit: 'resetMailInADay', email, ip },
      // A network from which the owner has signed in has a counter of its own, so that strangers
      // cannot use it up. Both cases run the same statements.
      {
        limit: 'resetMailFromStrangers',
        email,
        ...((await hasSignedInFrom(db, { email, ip })) && { ip }),
      },
    ]
    if (await allowsAttempts(db, attempts, now())) {
      background.run(async () => void (await resetCodes.mailResetCode(services, email)))
    }
    return { message: 'If the email exists, a verification code has been sent.' }
  })

  serve(verifyResetCode, async ({ input: { email, code }, ip, userAgent }) => {
    await countAttempts(db, [{ limit: 'resetCodeFromNetwork', ip }], now())
    const valid = await resetCodes.isResetCode(services, email, code)
    if (!valid) await logRefusedCode(email, { ip, userAgent })
    return { valid }
  })

  serve(resetPassword, async ({ input, ip, userAgent }) => {
    const { email, code, new_password: password } = input
    const origin = { ip, userAgent }
    await countAttempts(db, [{ limit: 'resetCodeFromNetwork', ip }], now())
    if (!(await resetCodes.resetPassword(services, { email, code, password, origin }))) {
      await logRefusedCode(email, origin)
      throw new Refusal(
        422,
        'This code is wrong or no longer valid. Check it, or go back and ask for a new one.',
      )
    }
    // Reset the login limit. People try several passwords before they reset the password, and those
    // attempts must not block their next login.
    await resetAttempts(db, { limit: 'loginToAccount', ip, email })
    return { message: 'Password updated.' }
  })

  async function logRefusedCode(email: string, origin: Origin) {
    const account = (await findByEmail(email))?.user ?? { email }
    await logSecurityEvent(db, { kind: 'code-refused', account, origin, at: now() })
  }

  async function findByEmail(email: string) {
    const [row] = await db
      // Do not select the profile picture. Otherwise, the time to read the picture would reveal
      // that the account exists.
      .select({ user: personColumns, subscription: subscriptions })
      .from(users)
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(eq(users.email, email))
    return row
  }

  async function renewHash(user: { id: string; passwordHash: string }, password: string) {
    if (!isOutdated(user.passwordHash)) return user.passwordHash
    const passwordHash = await hashPassword(password)
    await db
      .update(users)
      .set({ passwordHash })
      // Update the row only if it still has the old hash. Otherwise this update could overwrite a
      // password that was changed meanwhile.
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
    return passwordHash
  }
}

/** Reads what the client gets with a new session. */
export async function readSignedIn(services: Services, user: PersonRow, token: string) {
  const [subscription = null] = await services.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, user.id))
  return toSignedIn(services, { user, subscription }, token)
}

async function toSignedIn(
  services: Services,
  { user, subscription }: { user: PersonRow; subscription: SubscriptionRow | null },
  token: string,
): Promise<SignedIn> {
  const account = {
    user: await readUser(services.db, user),
    subscription: await renewOrExpire(services, subscription),
    needsSecondFactor: await needsSetup(services, user),
  }
  return {
    access_token: token,
    receipt: revocationTokenOf(token),
    ...toAccount(account, services.rates.current()),
  }
}

function incorrect() {
  return new Refusal(401, 'Incorrect email or password')
}

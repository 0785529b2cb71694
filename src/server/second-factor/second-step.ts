import { createHash, randomBytes } from 'node:crypto'
import { addMinutes } from 'date-fns/addMinutes'
import { and, eq, gt, lte } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { SecondStep } from '#contract/auth.ts'
import type { confirmSignIn } from '#contract/second-factor.ts'
import {
  type Attempt,
  countAttempts,
  resetAttempts,
  uncountAttempt,
} from '#server/auth/rate-limits.ts'
import { logSecurityEvent, type Origin } from '#server/auth/security-log.ts'
import {
  type PersonRow,
  personColumns,
  startSession,
  type UserRow,
  withPassword,
} from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { passkeys, pendingSignIns, users } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { type MailQueue, queueMail } from '#server/mail/mail-queue.ts'
import { authenticatorOf, spendCode } from './authenticators.ts'
import { newChallenge, openPasskeyChecks, passkeysOf, rpIdOf, toReference } from './passkeys.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { recoveryCodeUsedMail } from './second-factor-mails.ts'

/**
 * The second step of a sign-in. After the right password, a person with a second factor gets no
 * session, but a text that names the sign-in. With this text and the second factor, they get the
 * session.
 */

/** How long a sign-in waits for the second factor. */
const SIGN_IN_MINUTES = 10

interface SecondStepServices {
  db: Database
  now: () => Date
  mailQueue: Pick<MailQueue, 'wake'>
  siteUrl: () => string
}

type Confirmation = z.output<typeof confirmSignIn.input>

/**
 * Starts a session after a password matched `passwordHash`, or the second step if the user has a
 * second factor. Returns null if the stored hash differs by now.
 */
export function passPassword(
  { db, now, siteUrl }: SecondStepServices,
  user: Pick<UserRow, 'id' | 'passwordHash'>,
  { ip, userAgent }: Origin,
): Promise<{ secondStep: SecondStep } | { token: string } | null> {
  return withPassword(db, user, async (tx, held) => {
    const secondStep = await startSecondStep(tx, held, { now: now(), siteUrl: siteUrl() })
    if (secondStep) return { secondStep }
    const token = await startSession(tx, held, now(), userAgent)
    const origin = { ip, userAgent }
    await logSecurityEvent(tx, { kind: 'sign-in', account: held, origin, at: now() })
    return { token }
  })
}

/** Starts the second step of a sign-in. Returns null if the user has no second factor. */
async function startSecondStep(
  tx: Transaction,
  user: Pick<UserRow, 'id'>,
  { now, siteUrl }: { now: Date; siteUrl: string },
): Promise<SecondStep | null> {
  const keys = await passkeysOf(tx, user)
  const authenticator = await authenticatorOf(tx, user)
  if (keys.length === 0 && !authenticator) return null
  const token = randomBytes(32).toString('base64url')
  const challenge = newChallenge()
  const expiresAt = addMinutes(now, SIGN_IN_MINUTES)
  const pending = { tokenHash: hash(token), userId: user.id, challenge, expiresAt }
  await tx.insert(pendingSignIns).values(pending)
  return {
    sign_in: token,
    expires_at: expiresAt.toISOString(),
    passkey:
      keys.length === 0
        ? null
        : { challenge, rp_id: rpIdOf(siteUrl), credentials: keys.map(toReference) },
    has_authenticator: authenticator !== undefined,
  }
}

/**
 * Starts a session if the confirmation is right.
 * @throws {Refusal} 401 if the sign-in has expired or the confirmation is wrong.
 */
export async function confirmSecondStep(
  services: SecondStepServices,
  confirmation: Confirmation,
  origin: Origin,
) {
  const { db, now, mailQueue, siteUrl } = services
  const addressAttempt: Attempt = { limit: 'secondFactorFromAddress', ip: origin.ip }
  await countAttempts(db, [addressAttempt], now())
  const account = await findAccount(db, confirmation, now())
  if (!account) throw expired()
  const accountAttempt = attemptOf(confirmation, account, origin)
  await countAttempts(db, [accountAttempt], now())

  const checks = await openPasskeyChecks(siteUrl())
  const outcome = await db.transaction(async (tx) => {
    // Lock the user's row first. A concurrent change of the password waits, and then ends the new
    // session too.
    const [user] = await tx
      .select(personColumns)
      .from(users)
      .where(and(eq(users.id, account.id), eq(users.isBlocked, false)))
      .for('share')
    const pending = user && (await takePending(tx, confirmation, now()))
    if (!pending) return 'expired'
    const method = await check(tx, { user, pending, confirmation, checks })
    if (!method) {
      const detail = 'signature' in confirmation ? 'Passkey' : 'Code'
      const kind = 'second-factor-refused'
      await logSecurityEvent(tx, { kind, account: user, origin, at: now(), detail })
      return 'refused'
    }
    await deletePending(tx, confirmation)
    const detail = `With ${method}`
    await logSecurityEvent(tx, { kind: 'sign-in', account: user, origin, at: now(), detail })
    return { user, token: await startSession(tx, user, now(), origin.userAgent) }
  })
  if (outcome === 'expired') throw expired()
  if (outcome === 'refused') throw refusalOf(confirmation)
  await resetAttempts(db, accountAttempt)
  await uncountAttempt(db, addressAttempt)
  mailQueue.wake()
  return outcome

  /** Uses up the second factor. Returns its name for the security log, or null if it is wrong. */
  async function check(
    tx: Transaction,
    step: {
      user: PersonRow
      pending: typeof pendingSignIns.$inferSelect
      confirmation: Confirmation
      checks: Awaited<ReturnType<typeof openPasskeyChecks>>
    },
  ) {
    const { user, pending } = step
    if ('code' in step.confirmation) {
      return (await spendCode(tx, user, step.confirmation.code, now()))
        ? 'the authenticator app'
        : null
    }
    if ('recovery_code' in step.confirmation) {
      const left = await spendRecoveryCode(tx, user, step.confirmation.recovery_code)
      if (left === null) return null
      const mail = recoveryCodeUsedMail(user, { at: now(), siteUrl: siteUrl(), left })
      await queueMail(tx, mail, now())
      return `a recovery code, ${left} left`
    }
    const id = step.confirmation.credential_id
    const [passkey] = await tx
      .select()
      .from(passkeys)
      .where(and(eq(passkeys.userId, user.id), eq(passkeys.credentialId, id)))
      .for('update')
    const counter =
      passkey && (await step.checks.readCounter(step.confirmation, passkey, pending.challenge))
    if (!passkey || counter == null) return null
    await tx.update(passkeys).set({ counter, lastUsedAt: now() }).where(eq(passkeys.id, passkey.id))
    return 'a passkey'
  }
}

/** The user of a sign-in that still waits for its second factor. */
async function findAccount(db: Database, { sign_in }: Confirmation, now: Date) {
  const [found] = await db
    .select({ id: users.id, email: users.email })
    .from(pendingSignIns)
    .innerJoin(users, eq(users.id, pendingSignIns.userId))
    .where(isPending(sign_in, now))
  return found
}

/**
 * Returns the pending sign-in and locks it, so that two concurrent confirmations of it start one
 * session. A passkey has only one try, so that its challenge is never used twice: this deletes the
 * sign-in.
 */
async function takePending(tx: Transaction, confirmation: Confirmation, now: Date) {
  const where = isPending(confirmation.sign_in, now)
  const [taken] =
    'signature' in confirmation
      ? await tx.delete(pendingSignIns).where(where).returning()
      : await tx.select().from(pendingSignIns).where(where).for('update')
  return taken
}

async function deletePending(tx: Transaction, { sign_in }: Confirmation) {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, hash(sign_in)))
}

function isPending(token: string, now: Date) {
  return and(eq(pendingSignIns.tokenHash, hash(token)), gt(pendingSignIns.expiresAt, now))
}

/**
 * Codes of an authenticator app are counted for all networks together, because an attacker with
 * many networks could guess six digits. Passkeys and recovery codes cannot be guessed, so they are
 * counted per network. An attacker who knows the password and uses up the tries for codes can then
 * not lock the owner out.
 */
function attemptOf(
  confirmation: Confirmation,
  { id }: Pick<UserRow, 'id'>,
  { ip }: Origin,
): Attempt {
  return 'code' in confirmation
    ? { limit: 'authenticatorCode', userId: id }
    : { limit: 'secondFactorOfAccount', userId: id, ip }
}

function expired() {
  return new Refusal(401, 'This sign-in has expired. Please enter your password again.', {
    code: 'sign_in_over',
  })
}

function refusalOf(confirmation: Confirmation) {
  if ('signature' in confirmation) {
    return new Refusal(401, 'This passkey was not accepted. Please enter your password again.', {
      code: 'sign_in_over',
    })
  }
  return new Refusal(
    422,
    'code' in confirmation
      ? 'This code is wrong or was used before. Wait for the next code in your app.'
      : 'This recovery code is wrong or was used before.',
  )
}

export async function deleteExpiredSignIns(db: Database, now: Date) {
  await db.delete(pendingSignIns).where(lte(pendingSignIns.expiresAt, now))
}

function hash(token: string) {
  return createHash('sha256').update(token).digest()
}

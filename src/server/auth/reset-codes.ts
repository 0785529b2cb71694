import { randomInt } from 'node:crypto'
import { addMinutes } from 'date-fns/addMinutes'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { resetCodes, users } from '#server/db/schema.ts'
import { type MailQueue, queueMail } from '#server/mail/mail-queue.ts'
import { checkNewPassword } from './new-passwords.ts'
import { passwordChangedMail, resetCodeMail } from './password-mails.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { type Attempt, allowsAttempts, resetAttempts, uncountAttempt } from './rate-limits.ts'
import { logSecurityEvent, type Origin } from './security-log.ts'
import { endSessionsOf, personColumns } from './sessions.ts'

/** How long a password reset code is valid. */
const CODE_MINUTES = 10

/**
 * The expiry of the mail that is queued for an unknown or blocked address. The expiry lies in the
 * past, so the queue drops this mail and never sends it.
 */
const NEVER_SENT = new Date(0)

interface ResetServices {
  db: Database
  now: () => Date
  mailQueue: Pick<MailQueue, 'wake'>
  siteUrl: () => string
}

/**
 * Mails a code to the user with this address, and replaces the previous code. For an unknown or
 * blocked address, queues a mail that is never sent. So every address takes the same time, and
 * response times do not reveal which addresses have an account. If a code is created, `also` runs
 * in the same transaction. Returns whether a code was created.
 */
export async function mailResetCode(
  { db, now, mailQueue }: ResetServices,
  email: string,
  also?: (tx: Transaction) => Promise<void>,
) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = await hashPassword(code)
  const expiresAt = addMinutes(now(), CODE_MINUTES)
  const mail = resetCodeMail({ email }, { code, minutes: CODE_MINUTES })
  const isSomebody = await db.transaction(async (tx) => {
    const [coded] = await tx
      .insert(resetCodes)
      .select(
        tx
          .select({
            userId: users.id,
            codeHash: sql<string>`${codeHash}`.as('code_hash'),
            expiresAt: sql<Date>`${sql.param(expiresAt, resetCodes.expiresAt)}`.as('expires_at'),
          })
          .from(users)
          .where(and(eq(users.email, email), eq(users.isBlocked, false))),
      )
      .onConflictDoUpdate({ target: resetCodes.userId, set: { codeHash, expiresAt } })
      .returning({ userId: resetCodes.userId })
    await resetAttempts(tx, codeAttempt(email))
    await queueMail(tx, { ...mail, uselessAt: coded ? expiresAt : NEVER_SENT }, now())
    if (coded) await also?.(tx)
    return coded !== undefined
  })
  mailQueue.wake()
  return isSomebody
}

export async function isResetCode(services: ResetServices, email: string, code: string) {
  return (await findByCode(services, email, code)) !== undefined
}

/**
 * Sets a new password, deletes the reset code and ends every session. Returns false if the code is
 * wrong.
 */
export async function resetPassword(
  services: ResetServices,
  {
    email,
    code,
    password,
    origin,
  }: { email: string; code: string; password: string; origin: Origin },
) {
  const { db, now, mailQueue, siteUrl } = services
  const found = await findByCode(services, email, code)
  if (!found) return false

  const { user, codeHash } = found
  checkNewPassword(password, user.role)
  const passwordHash = await hashPassword(password)
  const isReset = await db.transaction(async (tx) => {
    const used = await tx
      .delete(resetCodes)
      .where(and(eq(resetCodes.userId, user.id), eq(resetCodes.codeHash, codeHash)))
      .returning()
    if (used.length === 0) return false
    await tx.update(users).set({ passwordHash, updatedAt: now() }).where(eq(users.id, user.id))
    await endSessionsOf(tx, user)
    await logSecurityEvent(tx, { kind: 'password-reset', account: user, origin, at: now() })
    await queueMail(tx, passwordChangedMail(user, { changedAt: now() }, siteUrl()), now())
    return true
  })
  mailQueue.wake()
  return isReset
}

/**
 * Finds the user of a valid code. Attempts for unknown addresses are counted too. Every attempt
 * takes the same time, even an attempt over the limit. So an attacker cannot learn which addresses
 * have a code.
 */
async function findByCode({ db, now }: ResetServices, email: string, code: string) {
  const isAllowed = await allowsAttempts(db, [codeAttempt(email)], now())
  const [found] = await db
    .select({ user: personColumns, codeHash: resetCodes.codeHash })
    .from(resetCodes)
    .innerJoin(users, eq(users.id, resetCodes.userId))
    .where(and(eq(users.email, email), eq(users.isBlocked, false), gt(resetCodes.expiresAt, now())))
  const isRight = await verifyPassword(found?.codeHash, code)
  if (!isAllowed || !isRight) return undefined
  await uncountAttempt(db, codeAttempt(email))
  return found
}

/**
 * Counts attempts per email address, not per network. Otherwise an attacker with many networks
 * could guess the six digits.
 */
function codeAttempt(email: string): Attempt {
  return { limit: 'resetCode', email }
}

export async function deleteExpiredCodes(db: Database, now: Date) {
  await db.delete(resetCodes).where(lte(resetCodes.expiresAt, now))
}

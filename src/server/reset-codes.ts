import { randomInt } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database, Transaction } from './db/database.ts'
import { resetCodes, users } from './db/schema.ts'
import { queueMail } from './mail/mail-queue.ts'
import { passwordChangedMail, resetCodeMail } from './password-mails.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { allowsTries, forgetTries, type Try, uncountTry } from './rate-limits.ts'
import type { Services } from './services.ts'
import { endSessionsOf } from './sessions.ts'

const MINUTE = 60_000
/** How long a code can be used, in milliseconds. */
const CODE_LIFETIME = 10 * MINUTE

/**
 * Mails a code to whoever has this address and is not blocked; it replaces the code before. For
 * any other address the same is done as far as the time it takes can be noticed. Together with the
 * code is written what `also` writes. Returns whether there was somebody.
 */
export async function mailResetCode(
  { db, now, mailQueue }: Services,
  email: string,
  also?: (tx: Transaction) => Promise<void>,
) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = await hashPassword(code)
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.isBlocked, false)))
  if (!user) return false

  const expiresAt = new Date(now().getTime() + CODE_LIFETIME)
  const mail = resetCodeMail(user, { code, minutes: CODE_LIFETIME / MINUTE })
  await db.transaction(async (tx) => {
    await tx
      .insert(resetCodes)
      .values({ userId: user.id, codeHash, expiresAt })
      .onConflictDoUpdate({ target: resetCodes.userId, set: { codeHash, expiresAt } })
    await forgetTries(tx, triesAt(email))
    await queueMail(tx, { ...mail, uselessAt: expiresAt }, now())
    await also?.(tx)
  })
  mailQueue.wake()
  return true
}

export async function isResetCode(services: Services, email: string, code: string) {
  return (await findByCode(services, email, code)) !== undefined
}

/** Uses the code up to set a new password, and ends every session. False when the code is not right. */
export async function resetPassword(
  services: Services,
  { email, code, password }: { email: string; code: string; password: string },
) {
  const { db, now, mailQueue, siteUrl } = services
  const found = await findByCode(services, email, code)
  if (!found) return false

  const { user, codeHash } = found
  const passwordHash = await hashPassword(password)
  const isReset = await db.transaction(async (tx) => {
    const used = await tx
      .delete(resetCodes)
      .where(and(eq(resetCodes.userId, user.id), eq(resetCodes.codeHash, codeHash)))
      .returning()
    if (used.length === 0) return false
    await tx.update(users).set({ passwordHash, updatedAt: now() }).where(eq(users.id, user.id))
    await endSessionsOf(tx, user)
    await queueMail(tx, passwordChangedMail(user, { changedAt: now() }, siteUrl()), now())
    return true
  })
  mailQueue.wake()
  return isReset
}

/**
 * Whose live code this is. Every wrong try counts, also at an address without a code, so that
 * nobody learns which have one.
 */
async function findByCode({ db, now }: Services, email: string, code: string) {
  if (!(await allowsTries(db, [triesAt(email)], now()))) return undefined
  const [found] = await db
    .select({ user: users, codeHash: resetCodes.codeHash })
    .from(resetCodes)
    .innerJoin(users, eq(users.id, resetCodes.userId))
    .where(and(eq(users.email, email), eq(users.isBlocked, false), gt(resetCodes.expiresAt, now())))
  const isRight = await verifyPassword(found?.codeHash, code)
  if (!isRight) return undefined
  await uncountTry(db, triesAt(email))
  return found
}

/** Wherever they come from: the six digits would not last against many networks. */
function triesAt(email: string): Try {
  return { limit: 'resetCode', email }
}

export async function deleteExpiredCodes(db: Database, now: Date) {
  await db.delete(resetCodes).where(lte(resetCodes.expiresAt, now))
}

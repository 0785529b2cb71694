import { randomBytes } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { authenticators } from '#server/db/schema.ts'

/** The secret's length, as long as the output of SHA-1 (RFC 4226, section 4). */
const SECRET_BYTES = 20
/**
 * How many steps of 30 seconds a phone's clock may differ. The person also needs time to type the
 * code.
 */
const WINDOW_STEPS = 1

export function newSecret() {
  return randomBytes(SECRET_BYTES)
}

export function toProvisioning(secret: Buffer, { email }: Pick<UserRow, 'email'>) {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

export async function authenticatorOf(db: Database | Transaction, { id }: Pick<UserRow, 'id'>) {
  const [found] = await db.select().from(authenticators).where(eq(authenticators.userId, id))
  return found
}

/** The number of the 30-second step to which a code belongs. Null if the code is wrong. */
export function findStep(secret: Buffer, code: string, now: Date) {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const offset = totp.validate({ token: code, timestamp, window: WINDOW_STEPS })
  return offset === null ? null : totp.counter({ timestamp }) + offset
}

/**
 * Uses up a code of the user's authenticator app. Returns false if the code is wrong, or if this
 * code or a later one was used before. One statement compares and stores the step, so that of two
 * concurrent requests with one code, only one succeeds.
 */
export async function spendCode(
  db: Database | Transaction,
  { id }: Pick<UserRow, 'id'>,
  code: string,
  now: Date,
) {
  const authenticator = await authenticatorOf(db, { id })
  const step = authenticator ? findStep(authenticator.secret, code, now) : null
  if (step === null) return false
  const used = await db
    .update(authenticators)
    .set({ lastStep: step, lastUsedAt: now })
    .where(and(eq(authenticators.userId, id), lt(authenticators.lastStep, step)))
    .returning({ userId: authenticators.userId })
  return used.length > 0
}

function totpOf(secret: Buffer, label = '') {
  // SHA-1, six digits and 30 seconds are the only values that every authenticator app supports.
  return new TOTP({
    ...{ issuer: 'Engawa', label, algorithm: 'SHA1', digits: 6, period: 30 },
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })
}

import { createHash, randomUUID } from 'node:crypto'
import { addHours } from 'date-fns/addHours'
import { subHours } from 'date-fns/subHours'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database } from '#server/db/database.ts'
import { paymentAttempts } from '#server/db/schema.ts'
import type { PaymentLock } from '#server/payments/payment-lock.ts'

/**
 * Stripe forgets an idempotency key after a day, and then runs a repeated request a second time.
 */
const KEYS_KEPT_HOURS = 24
const REPEATABLE_HOURS = 12

export type Attempt = typeof paymentAttempts.$inferSelect

/** The user's unsettled payment attempt. A user has at most one. */
export async function findUnsettledAttempt(db: Database, userId: string) {
  const [attempt] = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.userId, userId),
        inArray(paymentAttempts.state, ['open', 'requires_action']),
      ),
    )
  return attempt
}

/**
 * Whether a recent payment with `token` succeeded. If its response was lost, the payer may repeat
 * the payment with the same token.
 */
export async function hasPaidWith(
  db: Database,
  { userId, token, now }: { userId: string; token: string; now: Date },
) {
  const [attempt] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.userId, userId),
        eq(paymentAttempts.state, 'succeeded'),
        eq(paymentAttempts.tokenHash, hash(token)),
        gt(paymentAttempts.createdAt, subHours(now, REPEATABLE_HOURS)),
      ),
    )
    .limit(1)
  return attempt !== undefined
}

export async function openAttempt(
  db: Database,
  { userId, token, now }: { userId: string; token: string; now: Date },
): Promise<Attempt> {
  const [attempt] = await db
    .insert(paymentAttempts)
    .values({
      id: randomUUID(),
      userId,
      tokenHash: hash(token),
      state: 'open',
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!attempt) throw new Error('The database did not return the payment attempt')
  return attempt
}

export async function updateAttempt(
  db: Database,
  attempt: Attempt,
  { now, ...changes }: Partial<Attempt> & { now: Date },
): Promise<Attempt> {
  const all = { ...changes, updatedAt: now }
  await db.update(paymentAttempts).set(all).where(eq(paymentAttempts.id, attempt.id))
  return { ...attempt, ...all }
}

/**
 * Whether a request to pay with `token` repeats this attempt, for example because the first
 * response was lost.
 */
export function isRepeat(attempt: Attempt, token: string, now: Date) {
  const isRecent = now < addHours(attempt.createdAt, REPEATABLE_HOURS)
  return attempt.tokenHash.equals(hash(token)) && isRecent
}

/**
 * Whether Stripe still remembers the idempotency keys of an attempt. If so, the attempt can be
 * retried.
 */
export function isKeyKept({ updatedAt }: Attempt, now: Date) {
  return now < addHours(updatedAt, KEYS_KEPT_HOURS)
}

function hash(token: string) {
  return createHash('sha256').update(token).digest()
}

/**
 * Request options with an idempotency key for one step of a payment attempt. If the step is
 * retried, Stripe runs it only once.
 */
export function stepOf(
  { id }: Attempt,
  step: string,
  { assertHeld }: PaymentLock,
): Stripe.RequestOptions {
  assertHeld()
  return { idempotencyKey: `${id}:${step}` }
}

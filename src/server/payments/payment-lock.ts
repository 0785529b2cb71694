import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { UserRow } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Database } from '../db/database.ts'
import { paymentLocks, users } from '../db/schema.ts'
import type { Services } from '../services.ts'

/** How long a lock lasts whose holder is not heard of any more; milliseconds. */
const LEASE = 30_000
const RENEW_EVERY = 10_000
/** How often somebody who waits looks again, and for how long; milliseconds. */
const LOOK_EVERY = 100
const WAIT_LIMIT = 30_000

/** The right to change what somebody pays, while nobody else does. */
export interface Held {
  /** The person, as they are now. */
  user: UserRow
  /**
   * Throws when the lock may be another's by now, because this process stood still for too long.
   * To be asked before anything that cannot be taken back.
   */
  assertHeld: () => void
}

/** Does `task` while nothing else, in this process or another, changes what the person pays. */
export function withPaymentLock<T>(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  userId: string,
  task: (held: Held) => Promise<T>,
) {
  return payments.inTurn(userId, async () => {
    const lock = await takeLock(db, userId)
    try {
      const [user] = await db.select().from(users).where(eq(users.id, userId))
      if (!user) throw noUser()
      return await task({ user, assertHeld: lock.assertHeld })
    } finally {
      await lock.release()
    }
  })
}

async function takeLock(db: Database, userId: string) {
  const holder = randomUUID()
  const own = and(eq(paymentLocks.userId, userId), eq(paymentLocks.holder, holder))
  // By the clock of this process, and from before the database was asked: never later than there.
  let heldUntil = await insertLock(db, userId, holder)

  async function renew() {
    const until = performance.now() + LEASE
    const renewed = await db
      .update(paymentLocks)
      .set({ expiresAt: leaseEnd() })
      .where(own)
      .returning({ holder: paymentLocks.holder })
    if (renewed.length > 0) heldUntil = until
  }

  // What fails to be renewed runs out, and then `assertHeld` throws.
  const renewing = setInterval(() => renew().catch(() => {}), RENEW_EVERY)

  return {
    assertHeld() {
      if (performance.now() >= heldUntil) throw new Error('The payment lock was lost')
    },
    async release() {
      clearInterval(renewing)
      // It runs out by itself where this fails.
      await db
        .delete(paymentLocks)
        .where(own)
        .catch(() => {})
    },
  }
}

/** Waits until the lock is free, takes it, and returns until when it is held. */
async function insertLock(db: Database, userId: string, holder: string) {
  const giveUpAt = performance.now() + WAIT_LIMIT
  while (performance.now() < giveUpAt) {
    const until = performance.now() + LEASE
    const person = db
      .select({
        userId: users.id,
        holder: sql<string>`${holder}::text`.as('holder'),
        expiresAt: leaseEnd().as('expires_at'),
      })
      .from(users)
      .where(eq(users.id, userId))
    const taken = await db
      .insert(paymentLocks)
      .select(person)
      .onConflictDoUpdate({
        target: paymentLocks.userId,
        set: { holder, expiresAt: leaseEnd() },
        setWhere: sql`${paymentLocks.expiresAt} <= clock_timestamp()`,
      })
      .returning({ holder: paymentLocks.holder })
    if (taken.length > 0) return until

    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId))
    if (!user) throw noUser()
    await sleep(LOOK_EVERY)
  }
  throw new Refusal(503, 'Another payment is under way. Please try again in a moment.', 10)
}

/** By the clock of the database, which all processes share. */
function leaseEnd() {
  return sql<Date>`clock_timestamp() + ${LEASE} * interval '1 millisecond'`
}

function noUser() {
  return new Refusal(404, 'User not found')
}

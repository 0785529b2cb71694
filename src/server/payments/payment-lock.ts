import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { UserRow } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Database } from '../db/database.ts'
import { paymentLocks, users } from '../db/schema.ts'
import type { Payments } from './payments.ts'

/** The duration of the lock's lease. If a holder crashes, other tasks wait until the lease ends. */
const LEASE_MS = 30_000
const RENEW_INTERVAL_MS = 10_000
/** The interval at which a waiting task tries to take the lock. */
const POLL_INTERVAL_MS = 100
const WAIT_TIMEOUT_MS = 30_000

/** Proof that the caller holds the user's payment lock. */
export interface PaymentLock {
  /** The user, read after the lock was taken. */
  user: UserRow
  /**
   * Throws if the lease may have expired, because this process stalled for too long. Call this
   * function before each step that cannot be undone.
   */
  assertHeld: () => void
}

/** Runs `task` under the user's payment lock, which all processes share. */
export function withPaymentLock<T>(
  { db, payments }: { db: Database; payments: Pick<Payments, 'runExclusive'> },
  userId: string,
  task: (lock: PaymentLock) => Promise<T>,
) {
  return payments.runExclusive(userId, async () => {
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
  // For this process, the lease begins before the query is sent. For the database, the lease begins
  // later, when the query runs. So the lease of this process ends first, before another process can
  // take the lock.
  let heldUntil = await insertLock(db, userId, holder)

  async function renew() {
    const until = performance.now() + LEASE_MS
    const renewed = await db
      .update(paymentLocks)
      .set({ expiresAt: leaseEnd() })
      .where(own)
      .returning({ holder: paymentLocks.holder })
    if (renewed.length > 0) heldUntil = until
  }

  // If renewal fails, the lease expires and `assertHeld` throws.
  const renewing = setInterval(() => renew().catch(() => {}), RENEW_INTERVAL_MS)

  return {
    assertHeld() {
      if (performance.now() >= heldUntil) throw new Error('The payment lock was lost')
    },
    async release() {
      clearInterval(renewing)
      // If this deletion fails, the lease expires by itself.
      await db
        .delete(paymentLocks)
        .where(own)
        .catch(() => {})
    },
  }
}

/** Waits for the lock and takes it. Returns the time at which the lease ends. */
async function insertLock(db: Database, userId: string, holder: string) {
  const giveUpAt = performance.now() + WAIT_TIMEOUT_MS
  while (performance.now() < giveUpAt) {
    const until = performance.now() + LEASE_MS
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
    await sleep(POLL_INTERVAL_MS)
  }
  throw new Refusal(503, 'Another payment is under way. Please try again in a moment.', {
    retryAfter: 10,
  })
}

/** The end of a new lease, by the database's clock. All processes share this clock. */
function leaseEnd() {
  return sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`
}

function noUser() {
  return new Refusal(404, 'User not found')
}

import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import type { Transaction } from '#server/db/database.ts'

/**
 * Resolves when `count` other transactions of this database wait for locks. In the embedded
 * database, a transaction begins only after the previous one has ended, so no transaction waits for
 * a lock. In this case, the promise resolves immediately.
 */
export async function untilLocksAreAwaited(tx: Transaction, count: number) {
  if (inject('postgres')) while ((await countWaiting(tx)) < count);
}

async function countWaiting(tx: Transaction) {
  // A lock on a transaction names no database, so look for another lock of the same connection.
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(distinct pid)::int as waiting
    from pg_locks awaited join pg_locks held using (pid)
    where not awaited.granted
      and held.database = (select oid from pg_database where datname = current_database())
  `)
  return rows[0]?.waiting ?? 0
}

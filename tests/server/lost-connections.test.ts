import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'

/**
 * The test makes more attempts than the pool has connections. If each attempt lost a connection,
 * the pool would run out of connections.
 */
const ATTEMPTS = 12

/** Breaks the next connection that the pool hands out, before its use. */
function breakNextConnection(pool: pg.Pool) {
  pool.once('acquire', (client: pg.PoolClient & { connection?: { stream: Socket } }) => {
    client.connection?.stream.destroy()
  })
}

test('a transaction that cannot begin returns its connection to the pool', async () => {
  const { db, pool } = await openTestDatabase()
  for (let time = 0; time < ATTEMPTS; time++) {
    breakNextConnection(pool)
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow()
  }
  expect(await db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual(
    [{ one: 1 }],
  )
  expect(pool.idleCount).toBe(pool.totalCount)
})

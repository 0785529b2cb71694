import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
const LOCK = `hashtext('engawa migrations')`

/** Brings the schema up to date. Of several processes that start at once, one does and the others wait. */
export async function applyMigrations(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    // The lock belongs to the connection: closing that also frees it.
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await migrate(drizzle(client), { migrationsFolder: FOLDER })
    await client.query(`select pg_advisory_unlock(${LOCK})`)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

import fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { connectionsTo } from './connections.ts'
import { startEmbedded } from './embedded.ts'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema>

export interface DatabaseOptions {
  /** `postgres://…`; without it the database is embedded. */
  url?: string
  /** The data folder of the embedded database; without it, it lives in memory. */
  directory?: string
  /** Where connections that break while nobody uses them are reported. */
  report?: (error: Error) => void
}

export interface OpenDatabase {
  db: Database
  close: () => Promise<void>
}

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

/** Opens the database and brings its schema up to date. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const { url, directory, report = (error) => console.error(error.message) } = options
  const embedded = url ? null : await startEmbedded(directory ? databaseFolder(directory) : null)
  const connections = embedded && connectionsTo(embedded)
  const pool = connections
    ? new pg.Pool({ stream: connections.connect, max: 1, idleTimeoutMillis: 0 })
    : new pg.Pool({ connectionString: url })
  pool.on('error', report)
  await applyMigrations(pool)
  return {
    db: drizzle(pool, { schema }),
    async close() {
      await pool.end()
      await connections?.ended()
      await embedded?.close()
    },
  }
}

function databaseFolder(directory: string) {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  return join(directory, 'database')
}

/** Several processes may start at once: one migrates, the others wait. */
async function applyMigrations(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('engawa migrations'))`)
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
    await client.query(`select pg_advisory_unlock(hashtext('engawa migrations'))`)
  } finally {
    client.release()
  }
}

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { openFolder, openMemory, openOrJoinFolder, openServer, type Report } from './backends.ts'

export type Database = NodePgDatabase
/** The same while a transaction is under way: what is asked of it is part of that. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface DatabaseOptions {
  /** `postgres://…`; without it the database is embedded. */
  url?: string | undefined
  /** The data folder of the embedded database; without it, it lives in memory. */
  directory?: string
  /** Whether to go through the process that has the data folder open, if there is one. */
  share?: boolean
  /** Whether to leave its schema as it is. */
  asIs?: boolean
  report?: Report
}

export interface OpenDatabase {
  db: Database
  /** The connections to it. */
  pool: pg.Pool
  /** Clears out what deleted and changed rows left, and renews the planner's statistics. */
  vacuum: () => Promise<void>
  /** Resolves with the reason when an embedded database is gone without having been closed. */
  lost: Promise<Error>
  close: () => Promise<void>
}

/** Opens the database and brings its schema up to date. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const { pool, lost, close } = await openBackend(options)
  return {
    db: overPool(pool),
    pool,
    async vacuum() {
      await pool.query('vacuum (analyze)')
    },
    lost,
    close,
  }
}

/** Drizzle over a pool, to which every transaction gives its connection back. */
function overPool(pool: pg.Pool): Database {
  const db = drizzle(pool)
  // By itself it would keep one for good whose `begin` fails, as on a full disk or when PostgreSQL is
  // started anew: https://github.com/drizzle-team/drizzle-orm/issues/6241
  db.transaction = async (run, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(run, config)
    } finally {
      client.release()
    }
  }
  return db
}

function openBackend(options: DatabaseOptions) {
  const { url, directory, share, asIs = false, report = printMessage } = options
  const opening = { report, asIs }
  if (url) return openServer(url, opening)
  if (!directory) return openMemory()
  return share ? openOrJoinFolder(directory, opening) : openFolder(directory, opening)
}

function printMessage(error: Error) {
  console.error(error.message)
}

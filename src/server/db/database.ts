import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type LogError, openFolder, openMemory, openOrJoinFolder, openServer } from './backends.ts'

export type Database = NodePgDatabase
/** The database within a transaction. All queries through it belong to the transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface DatabaseOptions {
  /**
   * The address of a PostgreSQL server: `postgres://…`. Without an address, the database is
   * embedded.
   */
  url?: string | undefined
  /** The data folder of the embedded database. Without a folder, the database is in memory only. */
  directory?: string
  /** Whether to connect through another process if that process has the data folder open. */
  share?: boolean
  /** Whether to skip the migrations. */
  asIs?: boolean
  logError?: LogError
}

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** Removes dead rows and updates the planner's statistics. */
  vacuum: () => Promise<void>
  /** Resolves with the reason if an embedded database stops without being closed. */
  lost: Promise<Error>
  close: () => Promise<void>
}

/** Opens the database and brings its schema up to date. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const { pool, lost, close } = await openBackend(options)
  const db = overPool(pool)
  if (options.url) servers.add(db)
  return {
    db,
    pool,
    async vacuum() {
      await pool.query('vacuum (analyze)')
    },
    lost,
    close,
  }
}

/** The databases on a PostgreSQL server. */
const servers = new WeakSet<Database>()

/**
 * The name for a prepared statement, so that PostgreSQL parses and plans it only once for each
 * connection. An embedded database gets no name, because connections that share it would mix up named
 * statements.
 */
export function statementName(db: Database, name: string) {
  return servers.has(db) ? name : ''
}

/**
 * Opens Drizzle on a connection pool. Replaces Drizzle's `transaction` by one that always releases
 * its connection.
 */
function overPool(pool: pg.Pool): Database {
  const db = drizzle(pool)
  // Drizzle leaks the connection when `begin` fails, for example because the disk is full or
  // PostgreSQL restarts: https://github.com/drizzle-team/drizzle-orm/issues/6241
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
  const { url, directory, share, asIs = false, logError = printMessage } = options
  const opening = { logError, asIs }
  if (url) return openServer(url, opening)
  if (!directory) return openMemory()
  return share ? openOrJoinFolder(directory, opening) : openFolder(directory, opening)
}

function printMessage(error: Error) {
  console.error(error.message)
}

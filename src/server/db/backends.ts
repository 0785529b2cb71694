import { join } from 'node:path'
import pg from 'pg'
import { OperatorError } from '#server/errors/operator-error.ts'
import { explainFolder, prepareFolder } from '#server/files/data-folder.ts'
import { FolderInUse, lockFolder, SOCKET_PORT } from '#server/files/folder-lock.ts'
import { connectionsTo } from './connections.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { maintain } from './maintenance.ts'
import { applyMigrations } from './migrations.ts'

/** An open database with its connection pool. */
interface Backend {
  pool: pg.Pool
  /** Resolves with the reason if the database stops for good without being closed. */
  lost: Promise<Error>
  close: () => Promise<void>
}

/** Reports errors that no caller receives, such as the loss of an idle connection. */
export type LogError = (error: Error) => void

interface Opening {
  logError: LogError
  /** Whether to skip the migrations. */
  asIs: boolean
}

/** How long to wait for a database server that does not answer. */
const CONNECT_TIMEOUT_MS = 30_000
/**
 * The maximum number of tries to open the data folder, or to connect to the process that has it
 * open. One try is not enough: while that process closes the folder, it still holds the folder but
 * accepts no connections.
 */
const JOIN_TRIES = 5

/**
 * Opens the PostgreSQL server at `url`, or any server that speaks PostgreSQL's protocol.
 * @throws {OperatorError} if the database cannot be reached.
 */
export async function openServer(url: string, { logError, asIs }: Opening) {
  // Keep one connection open even when this server is idle, so that the command `restore` detects
  // the server. The command refuses to run while other connections are open.
  const backend = toServer({ connectionString: url, min: 1 }, logError)
  try {
    await backend.pool.query('select 1')
  } catch (error) {
    await backend.close()
    throw new OperatorError(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}.`)
  }
  return asIs ? backend : migrated(backend)
}

export async function openMemory() {
  return migrated(toEmbedded(await startEmbedded(null)))
}

/**
 * Opens the embedded database in a folder. While the database is open, other processes can use it
 * only through this process.
 * @throws {OperatorError} if the folder or its database cannot be opened.
 */
export async function openFolder(directory: string, { logError, asIs }: Opening): Promise<Backend> {
  prepareFolder(directory)
  const lock = await lockFolder(directory).catch((error) => {
    throw explainFolder(error, directory)
  })
  try {
    const embedded = await startEmbedded(join(directory, 'database')).catch((error) => {
      throw new OperatorError(`The database in ${directory} cannot be opened: ${reasonOf(error)}.`)
    })
    const backend = toEmbedded(embedded)
    const { pool, lost, close } = asIs ? backend : await migrated(backend)
    const guests = connectionsTo(embedded)
    lock.serveWith(guests.serve)
    const stopMaintenance = maintain(pool, logError)
    return {
      pool,
      lost,
      async close() {
        await guests.disconnectAll()
        await stopMaintenance()
        await close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Opens the data folder of the embedded database. If another process has the folder open, connects
 * to the database through that process.
 * @throws {OperatorError} if the folder or its database cannot be opened.
 */
export async function openOrJoinFolder(directory: string, opening: Opening): Promise<Backend> {
  for (let tries = 1; ; tries++) {
    try {
      return await openFolder(directory, opening)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      const backend = toServer(
        { host: error.holder.socketFolder, port: SOCKET_PORT, max: 1 },
        opening.logError,
      )
      if (await answers(backend.pool)) return backend
      await backend.close()
      if (tries === JOIN_TRIES) throw error
    }
  }
}

async function answers(pool: pg.Pool) {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}

/** Opens a connection pool that keeps working when a connection in use is lost. */
function openPool(config: pg.PoolConfig) {
  const pool = new pg.Pool(config)
  // If a connection is lost, its queries fail and report the error. Without this empty listener,
  // the error would also end the Node process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function toServer(config: pg.PoolConfig, logError: LogError): Backend {
  const pool = openPool({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  pool.on('error', logError)
  return {
    pool,
    lost: new Promise(() => {}),
    close() {
      // Ignore connection errors from now on, because the server may go away while the pool closes.
      pool.off('error', logError).on('error', () => {})
      return pool.end()
    },
  }
}

function toEmbedded(embedded: Embedded) {
  const { connect, ended } = connectionsTo(embedded)
  // The embedded database has one session, so more connections would only wait.
  const pool = openPool({ stream: connect, max: 1, idleTimeoutMillis: 0 })
  // Ignore the error here, because the promise `lost` already reports it.
  pool.on('error', () => {})
  return {
    pool,
    lost: embedded.lost,
    async close() {
      await pool.end()
      await ended()
      await embedded.close()
    },
  }
}

async function migrated<B extends Backend>(backend: B) {
  try {
    await applyMigrations(backend.pool)
    return backend
  } catch (error) {
    await backend.close()
    throw error
  }
}

/** Returns the error message of the operating system or of the database server. */
function reasonOf(error: unknown): string {
  // Node tried every address of the host name, and all attempts failed. Show the first error.
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

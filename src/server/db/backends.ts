import { join } from 'node:path'
import pg from 'pg'
import { OperatorError } from '#server/errors/operator-error.ts'
import { explainFolder, prepareFolder } from '#server/files/data-folder.ts'
import { FolderInUse, lockFolder, SOCKET_PORT } from '#server/files/folder-lock.ts'
import { connectionsTo } from './connections.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { maintain } from './maintenance.ts'
import { applyMigrations } from './migrations.ts'

/** A database that was opened: connections to it, and what lies behind them. */
interface Backend {
  pool: pg.Pool
  /** Resolves with the reason when the database is gone for good without having been closed. */
  lost: Promise<Error>
  close: () => Promise<void>
}

/** Takes the trouble that meets no caller, such as a connection lost while nobody used it. */
export type Report = (error: Error) => void

interface Opening {
  report: Report
  /** Whether to leave the schema as it is. */
  asIs: boolean
}

/** How long to wait for a server that does not answer, in milliseconds. */
const CONNECT_TIMEOUT = 30_000
/** How often to try joining a process that may just be leaving the folder. */
const JOIN_TRIES = 5

/** PostgreSQL, or whatever speaks its protocol, at `url`. */
export async function openServer(url: string, { report, asIs }: Opening) {
  // One connection stays, however little there is to do: by that a restore sees who is there.
  const backend = toServer({ connectionString: url, min: 1 }, report)
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

/** The embedded database in a folder, which other processes reach through this one only. */
export async function openFolder(directory: string, { report, asIs }: Opening): Promise<Backend> {
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
    const stopMaintenance = maintain(pool, report)
    return {
      pool,
      lost,
      async close() {
        await guests.dismissAll()
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

/** The same, or through the process that has the folder already. */
export async function openOrJoinFolder(directory: string, opening: Opening): Promise<Backend> {
  for (let tries = 1; ; tries++) {
    try {
      return await openFolder(directory, opening)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      const backend = toServer(
        { host: error.holder.socketFolder, port: SOCKET_PORT, max: 1 },
        opening.report,
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

/** A pool whose connections may be lost while they are in use. */
function openPool(config: pg.PoolConfig) {
  const pool = new pg.Pool(config)
  // The query or the next one fails with it; unheard by anybody, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function toServer(config: pg.PoolConfig, report: Report): Backend {
  const pool = openPool({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT })
  pool.on('error', report)
  return {
    pool,
    lost: new Promise(() => {}),
    close() {
      // A server that goes away in this moment is no trouble any more.
      pool.off('error', report).on('error', () => {})
      return pool.end()
    },
  }
}

function toEmbedded(embedded: Embedded) {
  const { connect, ended } = connectionsTo(embedded)
  // More than one connection would only wait for the others in another place.
  const pool = openPool({ stream: connect, max: 1, idleTimeoutMillis: 0 })
  pool.on('error', () => {}) // `lost` tells it.
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

/** What went wrong, in the words of the system or the database server. */
function reasonOf(error: unknown): string {
  // A name with several addresses was tried at each of them.
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

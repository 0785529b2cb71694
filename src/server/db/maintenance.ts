import type pg from 'pg'

const CHECKPOINT_INTERVAL_MS = 60_000
const VACUUM_INTERVAL_MS = 3_600_000

/**
 * Runs maintenance jobs. A PostgreSQL server runs such jobs automatically, but the embedded
 * database does not. Without checkpoints, its write-ahead log would grow for ever. Without vacuum,
 * its tables would grow for ever.
 */
export function maintain(pool: pg.Pool, logError: (error: Error) => void) {
  const checkpoint = whenWritten(pool, 'checkpoint')
  const vacuum = whenWritten(pool, 'vacuum (analyze)')
  const timers = [
    setInterval(() => checkpoint().catch(logError), CHECKPOINT_INTERVAL_MS),
    setInterval(() => vacuum().catch(logError), VACUUM_INTERVAL_MS),
  ]
  for (const timer of timers) timer.unref()

  /** Stops the maintenance, and writes all changes to the data files with a last checkpoint. */
  return async function stop() {
    for (const timer of timers) clearInterval(timer)
    await checkpoint()
  }
}

/** Returns a function that runs `sql`, but only if something was written since the last run. */
function whenWritten(pool: pg.Pool, sql: string) {
  let done = ''
  return async function run() {
    if ((await writtenUpTo(pool)) === done) return
    await pool.query(sql)
    done = await writtenUpTo(pool)
  }
}

async function writtenUpTo(pool: pg.Pool) {
  const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn')
  return rows[0]?.lsn ?? ''
}

import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { withTimeout } from '#server/concurrency/concurrency.ts'
import type { Database } from '../db/database.ts'

/**
 * The timeout of the database query. Prometheus waits longer for the whole response, so a slow
 * database does not suppress the other metrics.
 */
const DATABASE_TIMEOUT_MS = 2000

const OUTCOMES = ['read', 'added', 'changed', 'unchanged', 'withdrawn', 'rejected']

/**
 * Returns a function that updates the metrics of the imports, mails and Stripe events of all
 * processes. These numbers come from the database and are the same in every process, so dashboards
 * must use their maximum, not their sum.
 */
export function workCounter(db: Database, registers: Registry[]) {
  const isUp = gauge('engawa_database_up', 'Whether the database responds')
  const imports = gauge('engawa_imports', 'Imports by state', 'state')
  const records = gauge('engawa_import_records', 'Records of all imports, by outcome', 'outcome')
  const mails = gauge('engawa_mails_waiting', 'Mails that are not sent yet')
  const events = gauge('engawa_stripe_events_waiting', 'Stripe events that were not handled yet')

  function gauge(name: string, help: string, ...labelNames: string[]) {
    return new Gauge({ name, help, labelNames, registers })
  }

  let reading: Promise<Work | null> | undefined

  return async function count() {
    // Share a query that is still running. Otherwise each scrape would start another query, and
    // slow down a slow database even more.
    reading ??= readWork(db)
      .catch(() => null)
      .finally(() => {
        reading = undefined
      })
    const work = await withTimeout(DATABASE_TIMEOUT_MS, reading, null)
    isUp.set(work ? 1 : 0)
    // Remove the values of the last query, which would be stale.
    imports.reset()
    records.reset()
    for (const { state, count } of work?.imports ?? []) imports.set({ state }, count)
    for (const { outcome, count } of work?.records ?? []) records.set({ outcome }, count)
    mails.set(work?.mails ?? Number.NaN)
    events.set(work?.events ?? Number.NaN)
  }
}

interface Work extends Record<string, unknown> {
  imports: { state: string; count: number }[]
  records: { outcome: string; count: number }[]
  mails: number
  events: number
}

async function readWork(db: Database) {
  const { rows } = await db.execute<Work>(sql`
    select
      (select coalesce(json_agg(counted), '[]') from (
        select state, count(*) as count from imports group by state
      ) counted) as imports,
      (select coalesce(json_agg(counted), '[]') from (
        select outcome, sum((report ->> outcome)::bigint) as count
        from imports, unnest(array[${sql.join(
          OUTCOMES.map((outcome) => sql`${outcome}`),
          sql`, `,
        )}]) outcome
        where state = 'done' and report is not null
        group by outcome
      ) counted) as records,
      (select count(*)::int from mails) as mails,
      (select count(*)::int from stripe_events where handled_at is null) as events
  `)
  return rows[0] ?? null
}

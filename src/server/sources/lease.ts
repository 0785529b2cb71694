import { addMilliseconds } from 'date-fns/addMilliseconds'
import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import { subMilliseconds } from 'date-fns/subMilliseconds'
import { gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { sourceSchedules } from '#server/db/schema.ts'

/** A run whose heartbeat is older than this has crashed. Another process may then claim the source. */
const LEASE_MS = 2 * MINUTE_MS

/** The condition for sources that no process is working on. */
export function isIdle(at: Date): SQL<boolean> {
  const { runId, heartbeatAt } = sourceSchedules
  const hasCrashed = lte(heartbeatAt, subMilliseconds(at, LEASE_MS))
  const wasClockSetBack = gt(heartbeatAt, addMilliseconds(at, LEASE_MS))
  return sql`(${isNull(runId)} or ${hasCrashed} or ${wasClockSetBack})`
}

import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import { subDays } from 'date-fns/subDays'
import { asc, eq, isNotNull, lt, min } from 'drizzle-orm'
import { openWorker } from '#server/concurrency/worker.ts'
import { alerts, toldChanges, users } from '#server/db/schema.ts'
import { dueBefore } from './due.ts'
import { matchChanges } from './match-changes.ts'
import { type DigestServices, sendDigest } from './send-digest.ts'

interface AlertsServices extends DigestServices {
  mailQueue: { wake: () => void }
  pushQueue: { wake: () => void }
  logError: (error: unknown, job: string) => void
}

/** How long the record of what a person was told is kept. No alert waits as long. */
const TOLD_KEPT_DAYS = 60

/** How often a run begins anew before the rest waits for the next run. */
const MAX_ROUNDS = 5

/** Tells people about changes, every minute. Several processes may do so at the same time. */
export function openAlertsWork(services: AlertsServices) {
  const { db, now, mailQueue, pushQueue, logError } = services

  /** Compares all changes with the alerts, and sends what is due. */
  async function run(isStopping: () => boolean) {
    // If another process has found newer changes meanwhile, begin anew with these changes.
    for (let round = 0; round < MAX_ROUNDS && !isStopping(); round++) {
      if (await runRound(isStopping)) break
    }
    mailQueue.wake()
    pushQueue.wake()
    await db.delete(toldChanges).where(lt(toldChanges.toldAt, subDays(now(), TOLD_KEPT_DAYS)))
  }

  /** Returns false if another process has interfered, so that alerts may still be due. */
  async function runRound(isStopping: () => boolean) {
    const matched = await matchChanges(services)
    for (const { userId, rhythm } of await findDue()) {
      if (isStopping()) return true
      // A failure must not keep the others from being told.
      const outcome = await sendDigest(services, { userId, rhythm, matched }).catch((error) =>
        logError(error, 'alerts'),
      )
      if (outcome === 'stale') return false
    }
    return true
  }

  /** The people who have an alert that is due, with the rhythm of the alert. */
  async function findDue() {
    const { userId, rhythm } = alerts
    const waiting = await db
      .select({ userId, rhythm, timeZone: users.timeZone, since: min(alerts.newsSince) })
      .from(alerts)
      .innerJoin(users, eq(users.id, userId))
      .where(isNotNull(alerts.newsSince))
      .groupBy(userId, rhythm, users.timeZone)
      // At-once alerts come first, because they cannot wait until all daily ones are sent.
      .orderBy(asc(rhythm), asc(userId))
    return waiting.filter(
      ({ since, ...one }) => since && since <= dueBefore(one.rhythm, one, now()),
    )
  }

  return openWorker({
    drain: run,
    pollMs: MINUTE_MS,
    logError: (error) => logError(error, 'alerts'),
  })
}

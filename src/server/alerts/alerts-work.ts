import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import { subDays } from 'date-fns/subDays'
import { asc, eq, isNotNull, lt, min } from 'drizzle-orm'
import { alerts, toldChanges, users } from '#server/db/schema.ts'
import { dueBefore } from './due.ts'
import { matchChanges } from './match-changes.ts'
import { type DigestServices, sendDigest } from './send-digest.ts'

interface AlertsServices extends DigestServices {
  mailQueue: { wake: () => void }
  pushQueue: { wake: () => void }
  logError: (error: unknown, job: string) => void
}

/** Longer than any alert waits for its time. */
const TOLD_KEPT_DAYS = 60

/** After so many rounds with interference, the rest waits for the next minute. */
const MAX_ROUNDS = 5

/** Tells people about changes, every minute. Several processes may do so at the same time. */
export function openAlertsWork(services: AlertsServices) {
  const { db, now, mailQueue, pushQueue, logError } = services
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopping = false

  async function run() {
    // If another process interferes, begin anew with the changes that it has found.
    for (let round = 0; round < MAX_ROUNDS && !isStopping; round++) {
      if (await runRound()) break
    }
    mailQueue.wake()
    pushQueue.wake()
    await db.delete(toldChanges).where(lt(toldChanges.toldAt, subDays(now(), TOLD_KEPT_DAYS)))
  }

  /** Returns false if a digest was stale, so that more may be due. */
  async function runRound() {
    const matched = await matchChanges(services)
    for (const { userId, rhythm } of await findDue()) {
      if (isStopping) return true
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

  function tick() {
    running ??= run()
      .catch((error) => logError(error, 'alerts'))
      .finally(() => {
        running = undefined
      })
  }

  return {
    /** Compares all changes with the alerts, and sends what is due. */
    run,
    start() {
      tick()
      timer = setInterval(tick, MINUTE_MS)
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      await running
    },
  }
}

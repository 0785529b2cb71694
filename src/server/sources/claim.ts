import { randomUUID } from 'node:crypto'
import { and, asc, eq, lte, not } from 'drizzle-orm'
import { startHeartbeat } from '#server/concurrency/heartbeat.ts'
import type { Database } from '#server/db/database.ts'
import { sourceSchedules } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { withImportLock } from '#server/imports/rows.ts'
import { isIdle } from './lease.ts'
import type { Schedule } from './rows.ts'

const HEARTBEAT_MS = 10_000

interface ClaimServices {
  db: Database
  now: () => Date
  logError: (error: unknown, job: string) => void
}

export interface Claimed extends Schedule {
  runId: string
  startedAt: Date
}

/**
 * Claims the source that has been due for the longest time. If several processes try, only one
 * succeeds. Null if no source is due, or while another source or import runs.
 */
export async function claimDue({ db, now }: ClaimServices): Promise<Claimed | null> {
  const at = now()
  const { id, isPaused, nextRunAt, source } = sourceSchedules
  const isDue = and(eq(isPaused, false), lte(nextRunAt, at), isIdle(at))
  const [due] = await db
    .select({ id })
    .from(sourceSchedules)
    .where(isDue)
    .orderBy(asc(nextRunAt), asc(source))
    .limit(1)
  if (!due) return null
  try {
    return await withImportLock({ db, now }, async (tx) => {
      if ((await tx.$count(sourceSchedules, not(isIdle(at)))) > 0) return null
      const claim = { runId: randomUUID(), startedAt: at }
      const [claimed] = await tx
        .update(sourceSchedules)
        .set({ ...claim, heartbeatAt: at })
        .where(and(eq(id, due.id), isDue))
        .returning()
      return claimed ? { ...claimed, ...claim } : null
    })
  } catch (error) {
    // Another import runs. The source stays due.
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Matches the row only while this run still has its claim. */
export function isClaimedBy({ id, runId }: Claimed) {
  return and(eq(sourceSchedules.id, id), eq(sourceSchedules.runId, runId))
}

export const UNCLAIMED = { runId: null, startedAt: null, heartbeatAt: null }

/** Gives the claim back. The source stays due. */
export async function releaseClaim({ db }: ClaimServices, run: Claimed) {
  await db.update(sourceSchedules).set(UNCLAIMED).where(isClaimedBy(run))
}

/**
 * Repeats the heartbeat of a run. Aborts `stop` if another process has claimed the source meanwhile.
 * Returns a function that ends the heartbeat.
 */
export function beatHeart(
  { db, now, logError }: ClaimServices,
  run: Claimed,
  stop: AbortController,
) {
  return startHeartbeat({
    everyMs: HEARTBEAT_MS,
    stop,
    logError: (error) => logError(error, 'sources'),
    async beat() {
      const mine = await db
        .update(sourceSchedules)
        .set({ heartbeatAt: now() })
        .where(isClaimedBy(run))
        .returning({ id: sourceSchedules.id })
      return mine.length > 0
    },
  })
}

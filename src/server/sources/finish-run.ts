import { addMilliseconds } from 'date-fns/addMilliseconds'
import { subDays } from 'date-fns/subDays'
import { and, eq, lt } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import type { GrowingFile, SourceVersion } from '#server/db/import-columns.ts'
import { sourceRuns, sourceSchedules, users } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { type Claimed, isClaimedBy, UNCLAIMED } from './claim.ts'
import { nextRun } from './next-run.ts'
import type { SourceFailure } from './source-failure.ts'
import { SETTLING_MS } from './source-folder.ts'
import { sourceFailedMail } from './source-mails.ts'

/** How a run ended. */
export type RunResult =
  | { outcome: 'imported'; importId: string; version: SourceVersion }
  | { outcome: 'unchanged'; version: SourceVersion | null }
  | { outcome: 'failed'; failure: SourceFailure }

interface FinishServices {
  db: Database
  now: () => Date
  siteUrl: () => string
}

/** Looks again when a file that may still be written to has had time to settle. */
export async function lookAgainSoon(
  { db, now }: FinishServices,
  run: Claimed,
  growing: GrowingFile,
) {
  await db
    .update(sourceSchedules)
    .set({ ...UNCLAIMED, growing, nextRunAt: addMilliseconds(now(), SETTLING_MS) })
    .where(isClaimedBy(run))
}

/**
 * Saves the result of a run, and plans the next run. In the same transaction, queues the mails that
 * report a failure. Does nothing if another process has claimed the source meanwhile.
 */
export function finishRun(services: FinishServices, run: Claimed, result: RunResult) {
  const { db, now } = services
  const at = now()
  return db.transaction(async (tx) => {
    const mine = await tx
      .update(sourceSchedules)
      .set({ ...UNCLAIMED, ...changesAfter(run, result), nextRunAt: nextRun(run, run.startedAt) })
      .where(isClaimedBy(run))
      .returning({ id: sourceSchedules.id })
    if (mine.length === 0) return
    const isFailed = result.outcome === 'failed'
    await tx.insert(sourceRuns).values({
      id: run.runId,
      scheduleId: run.id,
      outcome: result.outcome,
      failure: isFailed ? result.failure.message : null,
      importId: importOf(result),
      startedAt: run.startedAt,
      finishedAt: at,
    })
    if (isFailed && !run.mailedFailures.includes(result.failure.kind)) {
      await tellAdmins(tx, { services, run, failure: result.failure, at })
    }
  })
}

function changesAfter(run: Claimed, result: RunResult) {
  if (result.outcome !== 'failed') {
    return { failures: 0, mailedFailures: [], version: result.version ?? run.version }
  }
  const kinds = new Set([...run.mailedFailures, result.failure.kind])
  return { failures: run.failures + 1, mailedFailures: [...kinds] }
}

function importOf(result: RunResult) {
  if (result.outcome === 'imported') return result.importId
  return result.outcome === 'failed' ? result.failure.importId : null
}

/** Runs of the history are deleted after this many days. */
const HISTORY_DAYS = 90

export async function deleteOldRuns(db: Database, now: Date) {
  await db.delete(sourceRuns).where(lt(sourceRuns.finishedAt, subDays(now, HISTORY_DAYS)))
}

interface Failed {
  services: FinishServices
  run: Claimed
  failure: SourceFailure
  at: Date
}

async function tellAdmins(tx: Transaction, { services, run, failure, at }: Failed) {
  const admins = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isBlocked, false)))
  for (const admin of admins) {
    const about = { source: run.source, failure, siteUrl: services.siteUrl() }
    await queueMail(tx, sourceFailedMail(admin, about), at)
  }
}

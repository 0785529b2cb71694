import { asc, desc, eq, getTableColumns } from 'drizzle-orm'
import type { ScheduledSource, SourceRun, SourceSettings } from '#contract/sources.ts'
import type { Database } from '#server/db/database.ts'
import type { Report } from '#server/db/import-columns.ts'
import { imports, sourceRuns, sourceSchedules } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { isIdle } from './lease.ts'

export type Schedule = typeof sourceSchedules.$inferSelect
type Run = typeof sourceRuns.$inferSelect & { report: Report | null }

const runColumns = { ...getTableColumns(sourceRuns), report: imports.report }

interface Access {
  db: Database
  now: () => Date
}

export async function listSchedules({ db, now }: Access): Promise<ScheduledSource[]> {
  const rows = await db
    .select({ ...getTableColumns(sourceSchedules), isIdle: isIdle(now()) })
    .from(sourceSchedules)
    .orderBy(asc(sourceSchedules.source))
  const lastRuns = await db
    .selectDistinctOn([sourceRuns.scheduleId], runColumns)
    .from(sourceRuns)
    .leftJoin(imports, eq(imports.id, sourceRuns.importId))
    .orderBy(sourceRuns.scheduleId, desc(sourceRuns.startedAt))
  const byId = new Map(lastRuns.map((run) => [run.scheduleId, run]))
  return rows.map((row) => toSource(row, byId.get(row.id)))
}

/** @throws {Refusal} 404 if there is no such source. */
export async function findSource(access: Access, id: string): Promise<ScheduledSource> {
  const found = (await listSchedules(access)).find((source) => source.id === id)
  if (!found) throw new Refusal(404, 'Source not found')
  return found
}

/** @throws {Refusal} 404 if there is no such source. */
export async function findSchedule(db: Pick<Database, 'select'>, id: string): Promise<Schedule> {
  const [row] = await db.select().from(sourceSchedules).where(eq(sourceSchedules.id, id))
  if (!row) throw new Refusal(404, 'Source not found')
  return row
}

interface RunPage {
  id: string
  page: number
  limit: number
}

/** @throws {Refusal} 404 if there is no such source. */
export async function listRuns(db: Database, { id, page, limit }: RunPage) {
  await findSchedule(db, id)
  const isOwn = eq(sourceRuns.scheduleId, id)
  const rows = await db
    .select(runColumns)
    .from(sourceRuns)
    .leftJoin(imports, eq(imports.id, sourceRuns.importId))
    .where(isOwn)
    .orderBy(desc(sourceRuns.startedAt), desc(sourceRuns.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { results: rows.map(toRun), total_count: await db.$count(sourceRuns, isOwn) }
}

export function toSettings(row: Schedule): SourceSettings {
  const { source, kind, address, rhythm, hours, weekday, time } = row
  return {
    ...{ source, kind, address, rhythm, hours, weekday, time },
    secret_variable: row.secretVariable ?? '',
    time_zone: row.timeZone,
    full: row.isFull,
    rents: row.withRents,
  }
}

function toSource(row: Schedule & { isIdle: boolean }, lastRun: Run | undefined): ScheduledSource {
  return {
    ...toSettings(row),
    id: row.id,
    failures: row.failures,
    is_paused: row.isPaused,
    next_run_at: row.nextRunAt.toISOString(),
    // A run that has crashed leaves its claim behind.
    running_since: (!row.isIdle && row.startedAt?.toISOString()) || null,
    last_run: lastRun ? toRun(lastRun) : null,
  }
}

function toRun({ id, outcome, failure, importId, report, startedAt, finishedAt }: Run): SourceRun {
  return {
    ...{ id, outcome, failure },
    import_id: importId,
    counts: report && {
      added: report.added,
      changed: report.changed,
      unchanged: report.unchanged,
      withdrawn: report.withdrawn,
    },
    started_at: startedAt.toISOString(),
    finished_at: finishedAt.toISOString(),
  }
}

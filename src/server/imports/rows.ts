import { subMilliseconds } from 'date-fns/subMilliseconds'
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Import, type ImportReport, isUnderWay } from '#contract/imports.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Report } from '../db/import-columns.ts'
import { imports } from '../db/schema.ts'

export type ImportRow = typeof imports.$inferSelect

/** How often a running import writes its heartbeat. */
export const HEARTBEAT_MS = 1000
/** An import whose last heartbeat is older than this counts as crashed. */
const HEARTBEAT_TIMEOUT_MS = 30_000

const RUNNING = ['checking', 'importing'] as const

export async function listImports(
  { db, now }: Access,
  { page, limit }: { page: number; limit: number },
) {
  const rows = await db
    .select()
    .from(imports)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { results: rows.map((row) => toImport(row, now())), total_count: await db.$count(imports) }
}

interface Access {
  db: Database
  now: () => Date
}

type Reader = Pick<Database, 'select'>

/** @throws {Refusal} 404 if there is no such import. */
export async function findImport(db: Reader, id: string): Promise<ImportRow> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  if (!row) throw new Refusal(404, 'Import not found')
  return row
}

/**
 * Refuses a check or an import while another check or import runs. Otherwise, each report would
 * also count the changes of the other run.
 * @throws {Refusal} 409 while another check or import runs.
 */
export async function refuseWhileBusy(db: Reader, now: Date) {
  const [other] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        inArray(imports.state, RUNNING),
        gt(imports.workedAt, subMilliseconds(now, HEARTBEAT_TIMEOUT_MS)),
      ),
    )
    .limit(1)
  if (other) {
    throw new Refusal(
      409,
      'Another file is being checked or imported. Please try again when that is done.',
    )
  }
}

/**
 * Runs `begin` under a table lock, so that two processes cannot start an import at the same time.
 */
export function withImportLock<T>({ db, now }: Access, begin: (tx: Transaction) => Promise<T>) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${imports} in share row exclusive mode`)
    await refuseWhileBusy(tx, now())
    return begin(tx)
  })
}

/**
 * A condition that matches an import's row only while its state is unchanged. An update with this
 * condition does nothing if another process changed the state first.
 */
export function ownRow({ id, state }: Pick<ImportRow, 'id' | 'state'>) {
  return and(eq(imports.id, id), eq(imports.state, state))
}

export function toImport(row: ImportRow, now: Date): Import {
  const { id, fileName, fileBytes, options, bytesRead, report, failure } = row
  const lastHeartbeat = row.workedAt ?? new Date(0)
  const isInterrupted =
    isUnderWay(row) && lastHeartbeat <= subMilliseconds(now, HEARTBEAT_TIMEOUT_MS)
  return {
    id,
    by: row.actorEmail,
    file_name: fileName,
    file_bytes: fileBytes,
    full: options.full,
    state: isInterrupted ? 'interrupted' : row.state,
    bytes_read: bytesRead,
    report: report && toReport(report),
    failure,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

function toReport({ photos, samplesRemoved, optedOut, ...others }: Report): ImportReport {
  return {
    ...others,
    opted_out: optedOut,
    photos_not_fetched: photos.notFetched,
    samples_removed: samplesRemoved,
  }
}

export function auditedSummary({ fileName, fileBytes, options, report }: Omit<ImportRow, 'state'>) {
  const { full, mapping } = options
  const about = { file_name: fileName, file_bytes: fileBytes, full, ...(mapping && { mapping }) }
  if (!report) return about
  const { source, read, added, changed, unchanged, withdrawn, rejected } = report
  return { ...about, source, read, added, changed, unchanged, withdrawn, rejected }
}

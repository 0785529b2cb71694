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
/** An import without a heartbeat for this long counts as crashed. In milliseconds. */
const SILENCE = 30_000

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

export async function findImport(db: Reader, id: string): Promise<ImportRow> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  if (!row) throw new Refusal(404, 'Import not found')
  return row
}

/** Only one import may run at a time: two would make each other's counts wrong. */
export async function refuseWhileBusy(db: Reader, now: Date) {
  const [other] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(inArray(imports.state, RUNNING), gt(imports.workedAt, subMilliseconds(now, SILENCE))),
    )
    .limit(1)
  if (other) {
    throw new Refusal(
      409,
      'Another file is being checked or imported. Please try again when that is done.',
    )
  }
}

/** Starts an import under a table lock, one process at a time. */
export function takeTurn<T>({ db, now }: Access, begin: (tx: Transaction) => Promise<T>) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${imports} in share row exclusive mode`)
    await refuseWhileBusy(tx, now())
    return begin(tx)
  })
}

/** Matches the row only if no one has changed its state meanwhile. */
export function ownRow({ id, state }: Pick<ImportRow, 'id' | 'state'>) {
  return and(eq(imports.id, id), eq(imports.state, state))
}

export function toImport(row: ImportRow, now: Date): Import {
  const { id, fileName, fileBytes, options, bytesRead, report, failure } = row
  const lastHeardOf = row.workedAt ?? new Date(0)
  const isInterrupted = isUnderWay(row) && lastHeardOf <= subMilliseconds(now, SILENCE)
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

function toReport(report: Report): ImportReport {
  const { photos, samplesRemoved, ...counts } = report
  return { ...counts, photos_not_fetched: photos.notFetched, samples_removed: samplesRemoved }
}

/** The summary of an import for the audit log. */
export function summaryOf({ fileName, fileBytes, options, report }: Omit<ImportRow, 'state'>) {
  const about = { file_name: fileName, file_bytes: fileBytes, full: options.full }
  if (!report) return about
  const { source, read, added, changed, unchanged, withdrawn, rejected } = report
  return { ...about, source, read, added, changed, unchanged, withdrawn, rejected }
}

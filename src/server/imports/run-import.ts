import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#server/audit/audit.ts'
import { startHeartbeat } from '#server/concurrency/heartbeat.ts'
import type { Uploads } from '#server/files/uploads.ts'
import type { Images } from '#server/images/images.ts'
import type { Catalogue } from '#server/listings/catalogue.ts'
import type { OpenDatabase } from '../db/database.ts'
import { imports } from '../db/schema.ts'
import { endImport } from './changes.ts'
import { explainStop } from './explain-stop.ts'
import { importFile } from './import-file.ts'
import { openReportFiles } from './report-files.ts'
import { HEARTBEAT_MS, type ImportRow, ownRow } from './rows.ts'
import { withImages } from './with-images.ts'

/**
 * The pause after each batch, long enough for all queries of a user's request. Without the pause,
 * each of these queries would wait for a whole batch.
 */
const BATCH_PAUSE_MS = 25

export interface ImportWork {
  database: Pick<OpenDatabase, 'db' | 'vacuum'>
  images: Images
  catalogue: Pick<Catalogue, 'changed'>
  now: () => Date
  /** The folder for the reports of imports. */
  directory: string
  uploads: Uploads
  logError: (error: unknown) => void
}

/**
 * Checks or imports an uploaded file, depending on the state in its row of `imports`, and writes
 * the result to the row. Stops when `stop` is aborted or the row is deleted.
 */
export async function runImport(
  work: ImportWork,
  { row, actor, stop }: { row: ImportRow; actor: Actor; stop: AbortController },
) {
  const { database, images, now, directory, uploads } = work
  const { keepSamples, ...options } = row.options
  const dryRun = row.state === 'checking'
  const step = { db: database.db, now, actor }
  let bytesRead = 0
  const stopNoting = noteProgress(work, row, { bytesRead: () => bytesRead, stop })
  try {
    const { report } = await withImages(dryRun, images, (kept) =>
      importFile({
        database,
        images: kept,
        now: now(),
        input: uploads.read(row.id, stop.signal),
        files: openReportFiles(directory, row.id),
        options: { ...options, dryRun },
        removesSamples: !keepSamples,
        async onProgress({ bytes }) {
          stop.signal.throwIfAborted()
          bytesRead = bytes
          await sleep(BATCH_PAUSE_MS)
        },
      }),
    )
    await stopNoting()
    work.catalogue.changed()
    await endImport(step, row, {
      state: dryRun ? 'checked' : 'done',
      bytesRead: row.fileBytes,
      report,
      failure: null,
    })
    if (!dryRun) await uploads.remove(row.id)
  } catch (error) {
    await stopNoting()
    if (stop.signal.aborted) return release(work, row)
    const reason = explainStop(error, 'Choose its columns under Columns.')
    if (!reason) work.logError(error)
    await endImport(step, row, { state: 'failed', bytesRead, failure: reason ?? UNKNOWN })
  }
}

const UNKNOWN = 'Something went wrong. The file is not the cause, and the error was reported.'

/**
 * Writes the progress to the import's row at intervals, with a heartbeat that shows that this
 * process is alive. Returns a function that stops the timer.
 */
function noteProgress(
  { database: { db }, now }: ImportWork,
  row: ImportRow,
  { bytesRead, stop }: { bytesRead: () => number; stop: AbortController },
) {
  return startHeartbeat({
    everyMs: HEARTBEAT_MS,
    stop,
    // Ignore a failed heartbeat. The import's own queries fail with the same error and report it.
    logError: () => {},
    async beat() {
      const known = await db
        .update(imports)
        .set({ bytesRead: bytesRead(), workedAt: now() })
        .where(ownRow(row))
        .returning({ id: imports.id })
      // Otherwise, another process has deleted the import's row or changed its state.
      return known.length > 0
    },
  })
}

/** Removes the heartbeat, so that the import counts as interrupted immediately. */
async function release({ database: { db } }: ImportWork, row: ImportRow) {
  await db.update(imports).set({ workedAt: null }).where(ownRow(row))
}

import type { OpenDatabase } from '#server/db/database.ts'
import type { Report } from '#server/db/import-columns.ts'
import { countSamples, removeSamples } from '#server/samples/remove-samples.ts'
import { type Import, importListings } from './import-listings.ts'
import { importedCount } from './report.ts'
import type { ReportFiles } from './report-files.ts'

interface FileImport extends Omit<Import, 'db'> {
  database: Pick<OpenDatabase, 'db' | 'vacuum'>
  files: ReportFiles
  /** Whether imported houses replace the sample houses. */
  removesSamples: boolean
}

/**
 * Imports a file, writes its report, removes the sample houses if requested, and vacuums the
 * database.
 */
export async function importFile({ database, files, removesSamples, ...work }: FileImport) {
  const { db, vacuum } = database
  const report = await importListings({
    ...work,
    db,
    onProblems(problems) {
      files.addProblems(problems)
      work.onProblems?.(problems)
    },
  })
  if (removesSamples && importedCount(report) > 0) {
    report.samplesRemoved = await (report.dryRun ? countSamples(db) : removeSamples(db))
  }
  const paths = files.finish(report)
  if (hasWritten(report)) await vacuum()
  return { report, ...paths }
}

function hasWritten({ dryRun, added, changed, withdrawn, samplesRemoved }: Report) {
  return !dryRun && added + changed + withdrawn + samplesRemoved > 0
}

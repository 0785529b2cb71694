import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_SOURCE } from '#contract/imports.ts'
import type { Database } from '#server/db/database.ts'
import type { Report, UploadOptions } from '#server/db/import-columns.ts'
import type { Images } from '#server/images/images.ts'
import { openMatcher } from '#server/listings/listing-matcher.ts'
import { matchListings } from '#server/listings/match-listings.ts'
import { markUnmatched, readSources, type SourceVersion } from '#server/places/stored-places.ts'
import { openAccessNames } from '#server/stations/access-names.ts'
import type { Entry } from './diff-entry.ts'
import { openPhotoKeeper } from './photos.ts'
import { openPictureFolder } from './pictures.ts'
import { openPlannerStatistics } from './planner-statistics.ts'
import { inTurn } from './reading/csv-records.ts'
import { UnreadColumns } from './reading/mapping/choose.ts'
import { type OpenFile, openFile } from './reading/open.ts'
import { readEntries } from './reading/read-entries.ts'
import { LINKS_AS_OF, LINKS_SOURCE, linksAttribution } from './reading/records/links.ts'
import { emptyReport, importedCount, recordCount } from './report.ts'
import { openReportCounter, type ProblemHandler } from './report-counter.ts'
import { openSharedPoints } from './shared-points.ts'
import { findSourceMapping, saveSourceMapping } from './source-mappings.ts'
import { withdrawClosed, withdrawOthers } from './withdraw.ts'
import { writeEntries, writeSource } from './write.ts'

const CUT_OFF = 'The last record in the file is incomplete, or the rest of the file is unreadable.'

export interface ImportOptions extends Omit<UploadOptions, 'keepSamples'> {
  photos?: string | undefined
  dryRun: boolean
}

export interface Import {
  db: Database
  images: Pick<Images, 'store'>
  now: Date
  input: AsyncIterable<Uint8Array>
  options: ImportOptions
  /**
   * Called after each batch with progress so far: the number of bytes read, and the number of
   * records imported (`taken`). The import waits for the returned promise before the next batch.
   */
  onProgress?: (progress: { bytes: number; taken: number }) => void | Promise<void>
  /** Receives the problems in batches, in the order of the file. */
  onProblems?: ProblemHandler
}

/**
 * Imports a file of listings. Each batch is one transaction, so importing the file again completes
 * an interrupted import. Memory holds one batch and the ids of the file. Throws a `Refusal` for a
 * file that cannot contain listings.
 */
export async function importListings(work: Import): Promise<Report> {
  const { db, options } = work
  const saved = options.mapping ? undefined : await findSourceMapping(db, options.source)
  const input = counting(work.input)
  const file = await openFile(input.chunks, { ...options, saved })
  try {
    return await importOpened(work, file, () => input.bytes)
  } finally {
    await file.close()
  }
}

async function importOpened(
  work: Import,
  file: OpenFile,
  bytesRead: () => number,
): Promise<Report> {
  const { db, images, now, options, onProgress } = work
  const { jpyPerUsd, dryRun, categories } = options
  const started = performance.now()
  const isLinks = file.format === 'links'
  const named = options.source ?? options.mapping?.source
  const source = named ?? (isLinks ? LINKS_SOURCE : DEFAULT_SOURCE)
  const pictures =
    options.photos === undefined ? file.pictures : await openPictureFolder(options.photos)
  const photos = pictures && openPhotoKeeper(pictures, images)
  const { format, columns, origin, ignored } = file
  const report = emptyReport({ format, source, dryRun, columns, mapping: origin, ignored })
  report.notes.push(...file.notes)
  const counter = openReportCounter(report, work.onProblems)
  const placesBefore = await readSources(db)
  const matcher = await openMatcher(db)
  const statistics = await openPlannerStatistics(db)
  const writing = { db, source, now, jpyPerUsd, matcher, statistics, dryRun }
  const names = isLinks ? await openAccessNames() : undefined
  const reading = readEntries(file, {
    context: {
      source,
      asOf: options.asOf ?? (isLinks ? LINKS_AS_OF : null),
      now,
      jpyPerUsd,
      rents: options.rents ?? false,
      names,
    },
    categories,
    photos,
    counter,
  })

  const batches = oneAhead(reading.batches)
  const first = await batches.next()
  if (!first.done) refuseWithoutFacts(first.value)
  await writeSource(writing, isLinks ? linksAttribution(options.asOf ?? LINKS_AS_OF) : null)
  const sharedPoints = openSharedPoints(matcher)
  for await (const read of inTurn(first.done ? [] : [first.value], batches)) {
    const { entries: batch, shared } = sharedPoints.leaveOut(read)
    const { outcomes, optedOut, points } = await writeEntries(writing, batch)
    counter.noteOutcomes(batch, outcomes)
    counter.noteOptedOut(optedOut)
    counter.notePoints({ ...points, shared })
    counter.flush()
    await onProgress?.({ bytes: bytesRead(), taken: importedCount(report) })
  }
  counter.flush()
  counter.addNotes()

  report.withdrawn = await withdrawClosed(writing, reading.closed)
  if (!dryRun) await matchWithNewPlaces(db, placesBefore, now)
  if (reading.isCutOff) report.notes.push(CUT_OFF)
  if (options.full) {
    const obstacle = whyNotToWithdraw(report, reading)
    if (obstacle) report.notes.push(`No listing was marked as withdrawn, because ${obstacle}.`)
    else report.withdrawn += await withdrawOthers(writing, reading.ids)
  }
  const { mapping } = options
  if (mapping && named && !dryRun) await saveSourceMapping(db, { source: named, mapping, now })
  report.seconds = (performance.now() - started) / 1000
  return report
}

/**
 * Refuses a file before anything is written if its first records have neither a price nor a place
 * nor a kind of house. Its columns then surely mean something else than their names say.
 * @throws {Refusal} 422 for such a file.
 */
function refuseWithoutFacts(entries: Entry[]) {
  const isRead = entries.some(
    ({ listing: { priceCents, prefecture, location, propertyType } }) =>
      priceCents !== null || prefecture !== null || location !== null || propertyType !== null,
  )
  if (isRead) return
  throw new UnreadColumns(
    `No price, no place and no kind of house could be read from the first ${entries.length} records.`,
  )
}

/** The smallest share of the records that must have an id of their own, before others are withdrawn. */
const MIN_IDENTIFIED = 0.9

/**
 * Explains why an import must not withdraw the listings that its file lacks. For example, a file
 * that is cut off may lack listings that the source still offers. Null if the import may withdraw
 * them.
 */
function whyNotToWithdraw(
  report: Report,
  reading: { isCutOff: boolean; hasGaps: boolean; ids: ReadonlySet<string> },
) {
  if (reading.isCutOff) return 'the file is cut off'
  if (reading.hasGaps) return 'some of its records could not be read'
  if (importedCount(report) === 0) return 'no record in the file could be imported'
  const records = recordCount(report)
  if (reading.ids.size < records * MIN_IDENTIFIED) {
    return `its records have only ${reading.ids.size} different ids for ${records} houses`
  }
  return null
}

/**
 * If an operator has replaced places since the import began, matches all listings again. The import
 * has matched its listings with the former places.
 */
async function matchWithNewPlaces(db: Database, before: SourceVersion[], now: Date) {
  const sources = await readSources(db)
  if (isDeepStrictEqual(sources, before)) return
  await markUnmatched(db)
  await matchListings({ db, now: () => now })
}

/** Reads the next batch while the database writes the current one. */
async function* oneAhead<T>(batches: AsyncGenerator<T>) {
  let next = batches.next()
  for (;;) {
    const { done, value } = await next
    if (done) return
    next = batches.next()
    // If reading the next batch fails, `await next` throws the error later. Until then, Node must
    // not count the error as unhandled.
    next.catch(() => {})
    yield value
  }
}

function counting(input: AsyncIterable<Uint8Array>) {
  let bytes = 0
  async function* chunks() {
    for await (const chunk of input) {
      bytes += chunk.length
      yield chunk
    }
  }
  return {
    chunks: chunks(),
    get bytes() {
      return bytes
    },
  }
}

import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Import, ImportReport } from '#contract/imports.ts'
import { SCHEDULE } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { listings, sourceRuns } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Imports } from '#server/imports/imports.ts'
import { findSourceMapping } from '#server/imports/source-mappings.ts'
import type { FoundFile } from './found-file.ts'
import type { Schedule } from './rows.ts'
import { SourceFailure } from './source-failure.ts'
import { findInFolder } from './source-folder.ts'
import { type DownloadServices, findAtUrl } from './source-url.ts'

/** A file that would withdraw more than this share of the source's houses is not imported. */
const MAX_WITHDRAWN = 1 / 3

export interface RunServices extends DownloadServices {
  db: Database
  now: () => Date
  imports: Pick<Imports, 'upload' | 'check' | 'apply' | 'ended' | 'discard' | 'find' | 'digest'>
  /** The folder in which folders of sources must be. */
  folder: string
}

/** Looks for the source's file. */
export function findFile(services: RunServices, schedule: Schedule, signal: AbortSignal) {
  const look = { now: services.now(), signal }
  return schedule.kind === 'folder'
    ? findInFolder(services.folder, schedule, look)
    : findAtUrl(services, schedule, look)
}

/**
 * Checks a file, and then imports it as an ordinary import. Returns the id of the import.
 * @throws {SourceFailure} if the file must not be imported. Its import then waits for an
 * administrator, who can look at the report, and can import the file nevertheless.
 * @throws {Refusal} 409 while another import runs.
 */
export async function importFile(
  services: RunServices,
  schedule: Schedule,
  { file, signal }: { file: FoundFile; signal: AbortSignal },
) {
  const { imports } = services
  const { id } = await startCheck(services, schedule, { file, signal })
  try {
    const checked = await imports.ended(id, signal)
    signal.throwIfAborted()
    await refuseUnsafe(services, schedule, checked)
    await imports.apply(SCHEDULE, id)
    const done = await imports.ended(id, signal)
    signal.throwIfAborted()
    if (done.state !== 'done') throw stoppedImport(done)
    return id
  } catch (error) {
    // Only an administrator can decide about a stopped file. Any other file is read again.
    if (!(error instanceof SourceFailure)) await discardIfAllowed(services, id)
    throw error
  }
}

const WAITING = 'An administrator has checked this file again, and has not imported it yet.'

/**
 * Starts the check of a file. If the last run has stopped the same file, checks that import again
 * instead of uploading the file.
 * @throws {SourceFailure} if the file still waits for the decision of an administrator.
 */
async function startCheck(
  services: RunServices,
  schedule: Schedule,
  { file, signal }: { file: FoundFile; signal: AbortSignal },
) {
  const { imports } = services
  // As a given mapping, it must fit the file. A saved one that does not fit is left out.
  const mapping = await findSourceMapping(services.db, schedule.source)
  const stopped = await findStopped(services, schedule)
  const isSameFile = stopped && (await imports.digest(stopped.id)) === file.version.digest
  if (isSameFile && stopped.state === 'checked') {
    await refuseUnsafe(services, schedule, stopped)
    throw new SourceFailure('import', WAITING, stopped.id)
  }
  if (isSameFile && (stopped.state === 'failed' || stopped.state === 'interrupted')) {
    return imports.check(SCHEDULE, stopped.id, mapping)
  }
  if (stopped) await discardIfAllowed(services, stopped.id)
  return imports.upload(SCHEDULE, {
    fileName: file.name,
    content: file.read(signal),
    options: {
      format: 'auto',
      source: schedule.source,
      jpyPerUsd: undefined,
      mapping,
      full: schedule.isFull,
      keepSamples: false,
      rents: schedule.withRents,
      categories: schedule.withRents ? ['house', 'rent-house'] : ['house'],
    },
  })
}

async function refuseUnsafe({ db }: RunServices, { source, isFull }: Schedule, checked: Import) {
  if (checked.state !== 'checked' || !checked.report) throw stoppedImport(checked)
  if (countHouses(checked.report) === 0) {
    throw new SourceFailure('import', 'No house in the file could be imported.', checked.id)
  }
  if (!isFull) return
  const offered = await db.$count(
    listings,
    and(eq(listings.source, source), isNull(listings.withdrawnAt)),
  )
  const { withdrawn } = checked.report
  if (withdrawn <= offered * MAX_WITHDRAWN) return
  throw new SourceFailure(
    'shrunk',
    `The file would withdraw ${withdrawn} of the ${offered} houses that ${source} offers now. That is more than a third, so nothing was imported.`,
    checked.id,
  )
}

function countHouses({ added, changed, unchanged }: ImportReport) {
  return added + changed + unchanged
}

function stoppedImport({ id, failure }: Import) {
  return new SourceFailure('import', failure ?? 'The import was interrupted.', id)
}

/** The import of the last run that stopped one. Undefined if it was discarded. */
async function findStopped({ db, imports }: RunServices, { id }: Schedule) {
  const [last] = await db
    .select({ importId: sourceRuns.importId })
    .from(sourceRuns)
    .where(
      and(
        eq(sourceRuns.scheduleId, id),
        eq(sourceRuns.outcome, 'failed'),
        isNotNull(sourceRuns.importId),
      ),
    )
    .orderBy(desc(sourceRuns.startedAt))
    .limit(1)
  return last?.importId ? imports.find(last.importId) : undefined
}

/** Keeps an import that an administrator checks, imports or has imported meanwhile. */
async function discardIfAllowed({ imports }: RunServices, id: string) {
  try {
    await imports.discard(SCHEDULE, id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Import, ImportReport } from '#contract/imports.ts'
import { SCHEDULE } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { listings, sourceRuns } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Imports } from '#server/imports/imports.ts'
import type { FoundFile } from './found-file.ts'
import type { Schedule } from './rows.ts'
import { SourceFailure } from './source-failure.ts'
import { findInFolder } from './source-folder.ts'
import { type DownloadServices, findAtUrl } from './source-url.ts'

/** A file with fewer houses than this share of the source's houses is not imported. */
const MIN_SHARE = 2 / 3

export interface RunServices extends DownloadServices {
  db: Database
  now: () => Date
  imports: Pick<Imports, 'upload' | 'apply' | 'ended' | 'discard'>
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
  await discardStopped(services, schedule)
  const { id } = await imports.upload(SCHEDULE, {
    fileName: file.name,
    content: file.read(signal),
    options: {
      format: 'auto',
      source: schedule.source,
      jpyPerUsd: undefined,
      full: schedule.isFull,
      keepSamples: false,
      rents: schedule.withRents,
      categories: schedule.withRents ? ['house', 'rent-house'] : ['house'],
    },
  })
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

async function refuseUnsafe({ db }: RunServices, { source, isFull }: Schedule, checked: Import) {
  if (checked.state !== 'checked' || !checked.report) throw stoppedImport(checked)
  const found = countHouses(checked.report)
  if (found === 0) {
    throw new SourceFailure('import', 'No house in the file could be imported.', checked.id)
  }
  if (!isFull) return
  const offered = await db.$count(
    listings,
    and(eq(listings.source, source), isNull(listings.withdrawnAt)),
  )
  if (found >= offered * MIN_SHARE) return
  throw new SourceFailure(
    'shrunk',
    `The file has ${found} houses, and ${source} offers ${offered} now. More than a third would be withdrawn, so nothing was imported.`,
    checked.id,
  )
}

function countHouses({ added, changed, unchanged }: ImportReport) {
  return added + changed + unchanged
}

function stoppedImport({ id, failure }: Import) {
  return new SourceFailure('import', failure ?? 'The import was interrupted.', id)
}

/** Deletes the file of the last run if it was stopped, so that no more than one file waits. */
async function discardStopped(services: RunServices, { id }: Schedule) {
  const [last] = await services.db
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
  if (last?.importId) await discardIfAllowed(services, last.importId)
}

/** Keeps an import that an administrator has started or finished meanwhile. */
async function discardIfAllowed({ imports }: RunServices, id: string) {
  try {
    await imports.discard(SCHEDULE, id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

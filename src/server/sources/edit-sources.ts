import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { and, eq } from 'drizzle-orm'
import { MAX_SOURCES, type ScheduledSource, type SourceSettings } from '#contract/sources.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { SAMPLE_SOURCE, sourceSchedules } from '#server/db/schema.ts'
import { isUniqueViolation } from '#server/errors/connection-errors.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { DownloadRules } from '#server/network/open-download.ts'
import { UNCLAIMED } from './claim.ts'
import { isIdle } from './lease.ts'
import { nextRun } from './next-run.ts'
import { findSchedule, findSource, type Schedule, toSettings } from './rows.ts'
import { SourceFailure } from './source-failure.ts'
import { openFolder } from './source-folder.ts'

export interface EditServices {
  db: Database
  now: () => Date
  folder: string
  rules: DownloadRules
}

/** @throws {Refusal} 409 if the source is scheduled already, and 422 for an unusable address. */
export async function createSource(services: EditServices, actor: Actor, settings: SourceSettings) {
  const { db, now } = services
  const columns = await toColumns(services, settings)
  const id = randomUUID()
  const at = now()
  await refuseSameSource(settings, () =>
    db.transaction(async (tx) => {
      if ((await tx.$count(sourceSchedules)) >= MAX_SOURCES) {
        throw new Refusal(409, `No more than ${MAX_SOURCES} sources can be scheduled`)
      }
      const times = { createdAt: at, updatedAt: at, nextRunAt: nextRun(columns, at) }
      await tx.insert(sourceSchedules).values({ id, ...columns, ...times })
      await audit(tx, { actor, action: 'create', id, before: null, after: settings, at })
    }),
  )
  return findSource(services, id)
}

/** @throws {Refusal} 404, 409 while the source runs, and 422 for an unusable address. */
export async function editSource(
  services: EditServices,
  actor: Actor,
  { id, ...settings }: SourceSettings & { id: string },
) {
  const { db, now } = services
  const columns = await toColumns(services, settings)
  const at = now()
  await refuseSameSource(settings, () =>
    db.transaction(async (tx) => {
      const row = await lockIdle(tx, id, at)
      await tx
        .update(sourceSchedules)
        // Another address or other options can give other listings for the same file.
        .set({
          ...columns,
          version: null,
          growing: null,
          updatedAt: at,
          nextRunAt: nextRun(columns, at),
        })
        .where(eq(sourceSchedules.id, id))
      await audit(tx, { actor, action: 'edit', id, before: toSettings(row), after: settings, at })
    }),
  )
  return findSource(services, id)
}

/** @throws {Refusal} 404, and 409 while the source runs. */
export function deleteSource({ db, now }: EditServices, actor: Actor, id: string) {
  const at = now()
  return db.transaction(async (tx) => {
    const row = await lockIdle(tx, id, at)
    await tx.delete(sourceSchedules).where(eq(sourceSchedules.id, id))
    await audit(tx, { actor, action: 'delete', id, before: toSettings(row), after: null, at })
  })
}

/** @throws {Refusal} 404, and 409 if the source is paused or runs. */
export function makeDue(services: EditServices, actor: Actor, id: string) {
  const at = services.now()
  return change(services, { actor, id, action: 'run', at }, (row) => {
    if (row.isPaused) throw new Refusal(409, 'This source is paused. Resume it first.')
    return { nextRunAt: at }
  })
}

/** A run that has begun ends normally. */
export function setPaused(
  services: EditServices,
  actor: Actor,
  { id, isPaused }: { id: string; isPaused: boolean },
) {
  const action = isPaused ? 'pause' : 'resume'
  return change(services, { actor, id, action, at: services.now() }, () => ({ isPaused }))
}

interface Change {
  actor: Actor
  id: string
  action: string
  at: Date
}

async function change(
  services: EditServices,
  { actor, id, action, at }: Change,
  changesOf: (row: Schedule) => Partial<Pick<Schedule, 'nextRunAt' | 'isPaused'>>,
): Promise<ScheduledSource> {
  await services.db.transaction(async (tx) => {
    const row = action === 'run' ? await lockIdle(tx, id, at) : await findSchedule(tx, id)
    const changes = { ...changesOf(row), updatedAt: at }
    await tx.update(sourceSchedules).set(changes).where(eq(sourceSchedules.id, id))
    const target = { id, name: row.source }
    await writeAudit(tx, {
      ...{ actor, action: `source.${action}`, target },
      ...{ before: null, after: null, at },
    })
  })
  return findSource(services, id)
}

/** Locks a source that does not run. */
async function lockIdle(tx: Transaction, id: string, at: Date): Promise<Schedule> {
  const known = await findSchedule(tx, id)
  const [idle] = await tx
    .update(sourceSchedules)
    .set(UNCLAIMED)
    .where(and(eq(sourceSchedules.id, id), isIdle(at)))
    .returning()
  if (!idle)
    throw new Refusal(409, `${known.source} is being imported. Try again when that is done.`)
  return idle
}

async function refuseSameSource<T>({ source }: SourceSettings, save: () => Promise<T>) {
  try {
    return await save()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal(409, `${source} already has a schedule`, { field: 'source' })
  }
}

async function toColumns(services: EditServices, settings: SourceSettings) {
  const { source, kind, address, rhythm, hours, weekday, time } = settings
  if (source === SAMPLE_SOURCE) {
    throw new Refusal(422, `The source ${source} is reserved for the sample houses`, {
      field: 'source',
    })
  }
  const fault =
    kind === 'url'
      ? findUrlFault(address, services.rules)
      : await findFolderFault(services.folder, address)
  if (fault) throw new Refusal(422, fault, { field: 'address' })
  return {
    ...{ source, kind, address, rhythm, hours, weekday, time },
    secretVariable: kind === 'url' && settings.secret_variable ? settings.secret_variable : null,
    timeZone: settings.time_zone,
    isFull: settings.full,
    withRents: settings.rents,
  }
}

function findUrlFault(address: string, { allowsHttp, allowsAddress }: DownloadRules) {
  const url = URL.canParse(address) ? new URL(address) : null
  const isHttp = allowsHttp && url?.protocol === 'http:'
  if (!url || (url.protocol !== 'https:' && !isHttp)) {
    return 'The address must look like https://example.jp/houses.csv'
  }
  if (url.username || url.password) {
    return 'Put the password into an environment variable of the server instead of the address'
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && !allowsAddress(host)
    ? 'The address must be on the public internet'
    : null
}

async function findFolderFault(root: string, address: string) {
  try {
    await openFolder(root, address)
    return null
  } catch (error) {
    if (error instanceof SourceFailure) return error.message
    throw error
  }
}

interface SettingsAudit extends Change {
  before: SourceSettings | null
  after: SourceSettings | null
}

function audit(tx: Transaction, { actor, action, id, before, after, at }: SettingsAudit) {
  const name = (after ?? before)?.source ?? ''
  return writeAudit(tx, {
    ...{ actor, action: `source.${action}`, target: { id, name } },
    ...{ before, after, at },
  })
}

import { and, sql } from 'drizzle-orm'
import { type TitleParts, titlesOf } from '#search/titles.ts'
import type { Background } from '#server/concurrency/background.ts'
import { openWorker } from '#server/concurrency/worker.ts'
import { type Database, statementName } from '#server/db/database.ts'
import { listingRecords } from '#server/db/schema.ts'
import { isOneOf } from './catalogue.ts'
import { selectRows } from './listing-records.ts'
import { type Making, makeRecord, makeRecords, markUnchanged, markUnmade } from './make-records.ts'
import { isOffered } from './offered.ts'

/** The interval between checks for stale records, in milliseconds. */
const POLL_MS = 2000

interface RecordServices extends Making {
  background: Pick<Background, 'run'>
  logError: (error: unknown) => void
}

export type Records = ReturnType<typeof openRecords>

export interface RecordParts {
  /** The JSON of the record, without its title and without the closing brace. */
  record: string
  title: TitleParts
}

/** Makes the stale records of listings in the background, and reads records for pages of results. */
export function openRecords({ db, build, background, logError }: RecordServices) {
  const query = recordsQuery(db)
  let isStarted = false

  const worker = openWorker({ drain, pollMs: POLL_MS, logError })

  async function drain(isStopping: () => boolean = () => false) {
    if (!isStarted) await markUnmade({ db, build }, isStopping)
    isStarted = true
    await makeRecords({ db, build }, isStopping)
  }

  /**
   * Reads the records of offered listings by id. Leaves out other listings. Makes the records that are
   * stale.
   */
  async function readParts(ids: string[]) {
    const found = new Map<string, RecordParts>()
    const stale = new Set(ids)
    const unmarked = new Set(ids)
    for (const { id, build: madeBy, record, title } of await query.execute({ ids })) {
      if (madeBy === null) unmarked.delete(id)
      if (madeBy !== build) continue
      stale.delete(id)
      unmarked.delete(id)
      if (record !== null && title !== null) found.set(id, { record, title })
    }
    if (stale.size > 0) {
      const rows = await selectRows(db).where(and(isOffered, isOneOf([...stale])))
      for (const row of rows) found.set(row.id, makeRecord(row))
    }
    if (unmarked.size > 0) background.run(() => mark([...unmarked]))
    return found
  }

  /** Reads the records as a JSON array, in the order of the ids. */
  async function read(ids: string[]) {
    const found = await readParts(ids)
    return toArray(ids.flatMap((id) => found.get(id) ?? []))
  }

  /** Lets the worker make records that were never made. */
  async function mark(ids: string[]) {
    await markUnchanged(db, isOneOf(ids))
    worker.wake()
  }

  return { ...worker, drain, read, readParts }
}

function toArray(records: RecordParts[]) {
  const titles = titlesOf(records.map(({ title }) => title))
  const items = records.map(({ record }, at) => {
    const title = titles[at]
    return `${record}${title === undefined ? '' : `,"title":${JSON.stringify(title)}`}}`
  })
  return `[${items.join()}]`
}

function recordsQuery(db: Database) {
  const { listingId: id, build, record, title } = listingRecords
  return db
    .select({ id, build, record, title })
    .from(listingRecords)
    .where(sql`${id} = any(${sql.placeholder('ids')})`)
    .prepare(statementName(db, 'records'))
}

import { and, eq, sql } from 'drizzle-orm'
import { type TitleParts, titlesOf } from '#search/titles.ts'
import type { Background } from '#server/concurrency/background.ts'
import { openWorker } from '#server/concurrency/worker.ts'
import { anyOf } from '#server/db/any-of.ts'
import type { Database } from '#server/db/database.ts'
import { listingRecords, listings } from '#server/db/schema.ts'
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

interface RecordParts {
  /** The JSON of the record, without its title and without the closing brace. */
  record: string
  title: TitleParts
}

/** Makes the stale records of listings in the background, and reads records for pages of results. */
export function openRecords({ db, build, background, logError }: RecordServices) {
  const query = writeQuery(db, build)
  let isStarted = false

  const worker = openWorker({ drain, pollMs: POLL_MS, logError })

  async function drain(isStopping: () => boolean = () => false) {
    if (!isStarted) await markUnmade({ db, build }, isStopping)
    isStarted = true
    await makeRecords({ db, build }, isStopping)
  }

  /**
   * Reads the records of offered listings as the parts of a JSON array, in the order of the ids.
   * Leaves out other listings. Makes the records that are stale.
   */
  async function read(ids: string[]) {
    const found = new Map<string, RecordParts>()
    const stale: string[] = []
    const unmarked: string[] = []
    for (const { id, isMarked, record, title } of await query.execute({ ids })) {
      if (record !== null && title !== null) found.set(id, { record, title })
      else {
        stale.push(id)
        if (!isMarked) unmarked.push(id)
      }
    }
    if (stale.length > 0) {
      const isStale = sql`${listings.id} = ${anyOf(stale)}`
      for (const row of await selectRows(db).where(and(isOffered, isStale))) {
        found.set(row.id, makeRecord(row))
      }
    }
    if (unmarked.length > 0) background.run(() => repair(unmarked))
    return toArray(ids.flatMap((id) => found.get(id) ?? []))
  }

  /** Lets the worker make records that were never made. */
  async function repair(ids: string[]) {
    await markUnchanged(db, isOneOf(ids))
    worker.wake()
  }

  return { ...worker, drain, read }
}

function toArray(records: RecordParts[]) {
  const titles = titlesOf(records.map(({ title }) => title))
  const items = records.map(({ record }, at) => {
    const title = titles[at]
    return `${record}${title === undefined ? '' : `,"title":${JSON.stringify(title)}`}}`
  })
  return `[${items.join()}]`
}

function writeQuery(db: Database, build: string) {
  const isMade = sql`${listingRecords.build} = ${build}`
  return (
    db
      .select({
        id: listings.id,
        record: sql<string | null>`case when ${isMade} then ${listingRecords.record} end`,
        title: sql<TitleParts | null>`case when ${isMade} then ${listingRecords.title} end`,
        isMarked: sql<boolean>`${listingRecords.listingId} is not null and ${listingRecords.build} is null`,
      })
      .from(listings)
      .leftJoin(listingRecords, eq(listingRecords.listingId, listings.id))
      .where(and(isOffered, sql`${listings.id} = any(${sql.placeholder('ids')})`))
      // The statement has no name, because connections that share an embedded database would mix up
      // named statements.
      .prepare('')
  )
}

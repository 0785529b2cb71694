import { eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { ListingRecord } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listings, sources } from '#server/db/schema.ts'
import { recordColumns, toUntitled } from './listing-records.ts'
import { type TitleParts, titlesOf } from './titles.ts'

/** The maximum size of the cached records: about 60,000 houses. */
const RECORDS_BYTES = 128 * 1024 * 1024

/** The approximate size of a record in memory without its JSON. */
const OTHER_BYTES = 500

/** A record as JSON. Its title is separate, because it depends on the other records of the page. */
interface CachedRecord {
  /** The JSON of the record, without its title and without the closing brace. */
  start: Buffer
  title: TitleParts
}

/**
 * Returns a function that reads the records of listings as the bytes of a JSON array, in the
 * order of the ids. Leaves out listings that do not exist. Each record is cached until the catalogue
 * changes, because different searches find the same houses.
 */
export function openRecordJson(db: Database) {
  const query = rowsQuery(db)
  let cached = { revision: -1, records: createRecordCache() }

  return async function readRecords(ids: string[], revision: number): Promise<Buffer> {
    if (revision !== cached.revision) cached = { revision, records: createRecordCache() }
    // This call fills the cache that it began with, because another call may replace the cache when
    // the catalogue changes.
    const { records } = cached
    const found = new Map(ids.map((id) => [id, records.get(id)]))
    const missing = ids.filter((id) => !found.get(id))
    if (missing.length > 0) {
      for (const row of await query.execute({ ids: missing })) {
        const record = cachedRecord(row)
        records.set(row.id, record)
        found.set(row.id, record)
      }
    }
    return toArray(ids.flatMap((id) => found.get(id) ?? []))
  }
}

function createRecordCache() {
  return new LRUCache<string, CachedRecord>({
    maxSize: RECORDS_BYTES,
    sizeCalculation: ({ start }) => start.length + OTHER_BYTES,
  })
}

function cachedRecord(row: Parameters<typeof toUntitled>[0]): CachedRecord {
  const { record, title } = toUntitled(row)
  return { start: Buffer.from(JSON.stringify(ListingRecord.parse(record)).slice(0, -1)), title }
}

function toArray(records: CachedRecord[]) {
  const titles = titlesOf(records.map(({ title }) => title))
  const parts = records.flatMap(({ start }, at) => {
    const title = titles[at]
    const end = title === undefined ? '}' : `,"title":${JSON.stringify(title)}}`
    return [Buffer.from(at === 0 ? '[' : ','), start, Buffer.from(end)]
  })
  return Buffer.concat([...parts, Buffer.from(records.length === 0 ? '[]' : ']')])
}

function rowsQuery(db: Database) {
  return (
    db
      .select(recordColumns)
      .from(listings)
      .innerJoin(sources, eq(sources.name, listings.source))
      .where(sql`${listings.id} = any(${sql.placeholder('ids')})`)
      // The statement has no name, because connections that share an embedded database would mix up
      // named statements.
      .prepare('')
  )
}

import { and, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { ListingRecord } from '#contract/listings.ts'
import { type TitleParts, titleParts, titlesOf } from '#search/titles.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { type ListingRow, recordOf, selectRows } from './listing-records.ts'
import { isOffered } from './offered.ts'

/** The maximum size of the cached records, in bytes. About 120,000 records fit. */
const RECORDS_BYTES = 256 * 1024 * 1024

/** The approximate size of a record in memory without its JSON. */
const OTHER_BYTES = 500

/**
 * A record as JSON. The title is separate, because a title depends on the other records of the
 * page.
 */
interface CachedRecord {
  /** The JSON of the record, without its title and without the closing brace. */
  start: Uint8Array
  title: TitleParts
}

/**
 * Returns a function that reads the records of offered listings as the parts of a JSON array, in
 * the order of the ids. Leaves out other listings. Each record is cached until the catalogue
 * changes, because different searches find the same houses.
 */
export function openRecordJson(db: Database) {
  const query = rowsQuery(db)
  let cached = { revision: -1, records: createRecordCache() }

  /**
   * Returns the cache for a revision of the catalogue. For an older revision than the cached one,
   * returns an empty cache, because the records of the two revisions may differ.
   */
  function cacheAt(revision: number) {
    if (revision > cached.revision) cached = { revision, records: createRecordCache() }
    return revision === cached.revision ? cached.records : createRecordCache()
  }

  return async function readRecords(ids: string[], revision: number) {
    const records = cacheAt(revision)
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

function cachedRecord(row: ListingRow): CachedRecord {
  const json = JSON.stringify(ListingRecord.parse(recordOf(row)))
  // Do not use `Buffer.from`. It would return a slice of Node's buffer pool, and a cached slice
  // would keep the whole pool in memory.
  return { start: new TextEncoder().encode(json.slice(0, -1)), title: titleParts(row) }
}

function toArray(records: CachedRecord[]) {
  const titles = titlesOf(records.map(({ title }) => title))
  const items = records.flatMap(({ start }, at) => {
    const title = titles[at]
    const end = title === undefined ? '}' : `,"title":${JSON.stringify(title)}}`
    return [at === 0 ? '' : ',', start, end]
  })
  return ['[', ...items, ']']
}

function rowsQuery(db: Database) {
  return (
    selectRows(db)
      .where(and(isOffered, sql`${listings.id} = any(${sql.placeholder('ids')})`))
      // The statement has no name, because connections that share an embedded database would mix up
      // named statements.
      .prepare('')
  )
}

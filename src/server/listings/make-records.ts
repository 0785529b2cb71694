import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { ListingRecord } from '#contract/listings.ts'
import { titleParts } from '#search/titles.ts'
import type { Database } from '#server/db/database.ts'
import { listingRecords, listings } from '#server/db/schema.ts'
import { lockRevision, markStale } from './catalogue.ts'
import { type ListingRow, recordOf, selectRows } from './listing-records.ts'
import { isOffered } from './offered.ts'

/** How many records are made in one transaction. The embedded database does nothing else meanwhile. */
const BATCH = 200
/** How many records are marked as stale in one transaction. */
const MARKED_AT_ONCE = 2000

export interface Making {
  db: Database
  /** Identifies the code, because another version may make other records of the same listings. */
  build: string
}

/** The record of a listing as `listing_records` stores it. */
export function makeRecord(row: ListingRow) {
  const json = JSON.stringify(ListingRecord.parse(recordOf(row)))
  return { record: json.slice(0, -1), title: titleParts(row) }
}

/**
 * Makes all stale records, with pauses as long as the work, because requests are more urgent. A read
 * that finds a stale record makes its own.
 */
export async function makeRecords(making: Making, isStopping: () => boolean) {
  for (let last: string | undefined = ''; last !== undefined && !isStopping(); ) {
    const start = performance.now()
    last = await makeBatch(making, last)
    await sleep(performance.now() - start)
  }
}

/**
 * Makes some stale records, in the order of their ids after `last`. Returns the last id, or undefined
 * if there are no more. A listing that is not offered gets an empty record, so that a page needs no
 * other table to leave it out.
 *
 * Locks the records, so that no mark is lost: a transaction that marks one of them as stale waits
 * until this one has ended. Skips records that another transaction has locked, because it is about to
 * mark them as stale or to make them.
 */
export function makeBatch({ db, build }: Making, last: string) {
  return db.transaction(async (tx) => {
    const stale = await tx
      .select({ id: listingRecords.listingId })
      .from(listingRecords)
      .where(and(isNull(listingRecords.build), gt(listingRecords.listingId, last)))
      .orderBy(asc(listingRecords.listingId))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    if (stale.length === 0) return undefined
    const ids = stale.map(({ id }) => id)
    const rows = await selectRows(tx).where(and(isOffered, inArray(listings.id, ids)))
    const made = new Map(rows.map((row) => [row.id, makeRecord(row)]))
    const stored = ids.map((listing_id) => ({ listing_id, ...made.get(listing_id) }))
    await tx.execute(sql`
      update ${listingRecords} set record = made.record, title = made.title, build = ${build}
      from json_populate_recordset(null::${listingRecords}, ${JSON.stringify(stored)}::json) as made
      where ${listingRecords.listingId} = made.listing_id
    `)
    return ids.at(-1)
  })
}

/**
 * Marks the records as stale that another version of the code has made, and those that were never
 * made, such as after a restore.
 */
export async function markUnmade({ db, build }: Making, isStopping: () => boolean) {
  const { listingId } = listingRecords
  const isOfOtherBuild = or(lt(listingRecords.build, build), gt(listingRecords.build, build))
  const unmade = [
    sql`select ${listingId} from ${listingRecords} where ${isOfOtherBuild}`,
    sql`select listing.id from ${listings} as listing
      where not exists (select from ${listingRecords} where ${listingId} = listing.id)`,
  ]
  for (const ids of unmade) {
    const some = sql`${listings.id} in (${ids} limit ${MARKED_AT_ONCE})`
    while (!isStopping() && (await markUnchanged(db, some)) > 0);
  }
}

/** Marks records of listings that have not changed. Returns their number. */
export function markUnchanged(db: Database, which: SQL) {
  return db.transaction(async (tx) => {
    await lockRevision(tx)
    return markStale(tx, which)
  })
}

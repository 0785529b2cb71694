import { eq, isNotNull, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { listingRecords, listings, sources } from '#server/db/schema.ts'
import { recordColumns } from '#server/listings/listing-records.ts'
import { makeRecord } from '#server/listings/make-records.ts'
import { isOffered } from '#server/listings/offered.ts'

/**
 * Compares every stored record that counts as current with the record that its listing has now.
 * Returns their number.
 */
export async function expectFreshRecords(db: Database) {
  const { record, title } = listingRecords
  const rows = await db
    .select({
      ...recordColumns,
      isOffered: sql<boolean>`${isOffered}`,
      stored: { record, title },
    })
    .from(listings)
    .innerJoin(sources, eq(sources.name, listings.source))
    .innerJoin(listingRecords, eq(listingRecords.listingId, listings.id))
    .where(isNotNull(listingRecords.build))
  for (const { stored, isOffered, ...row } of rows) {
    expect(stored, row.id).toEqual(isOffered ? makeRecord(row) : { record: null, title: null })
  }
  return rows.length
}

import { eq } from 'drizzle-orm'
import type { InventoryListing, InventoryState } from '#contract/inventory.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import { addHistory } from '#server/history/read-history.ts'
import { reparseRecord } from '#server/imports/reading/records/reparse-record.ts'
import { recordColumns, toRecord } from '#server/listings/listing-records.ts'
import { WITHDRAWAL } from '#server/listings/offered.ts'
import type { Database } from '../db/database.ts'
import { favorites, listings, sources } from '../db/schema.ts'
import { columnNames, FIELD_NAMES, type ListingRow, showField } from './fields.ts'
import { inventoryTitle } from './inventory-titles.ts'
import { findSameHouse } from './same-house.ts'

export interface InventoryServices {
  db: Database
  now: () => Date
  /** Yen per US dollar. */
  jpyPerUsd: number
}

/**
 * A listing as administrators see it.
 * @throws {Refusal} 404 if the listing does not exist.
 */
export async function findInventoryListing(
  { db, now, jpyPerUsd }: InventoryServices,
  id: string,
): Promise<InventoryListing> {
  const row = await findRow(db, id)
  if (!row) throw new Refusal(404, 'There is no listing with this id')
  const { raw, source, importedAt } = row
  const read = readRaw(raw, { source, asOf: null, now: now(), jpyPerUsd })
  return {
    listing: await addHistory(db, toRecord(row)),
    title: inventoryTitle(row),
    state: inventoryState(row),
    hidden_by: row.hiddenBy,
    same_house: await findSameHouse(db, id),
    withdrawal_edited: row.editedColumns.includes(WITHDRAWAL),
    fields: describeFields(row, read),
    raw,
    readable: read !== null,
    source: { name: source, imported_at: importedAt.toISOString() },
    favorite_count: await db.$count(favorites, eq(favorites.listingId, id)),
    updated_at: row.updatedAt.toISOString(),
  }
}

async function findRow(db: Database, id: string) {
  const { raw, updatedAt, hiddenAt, hiddenBy, editedColumns } = listings
  const [row] = await db
    .select({
      ...recordColumns,
      raw,
      updatedAt,
      hiddenAt,
      hiddenBy,
      editedColumns,
      importedAt: sources.importedAt,
    })
    .from(listings)
    .innerJoin(sources, eq(sources.name, listings.source))
    .where(eq(listings.id, id))
  // This cast is safe, because an import stores the source's record in `raw` only as an object.
  return row && { ...row, raw: row.raw as RawRecord }
}

/**
 * Parses the stored source record. Null if no record is stored, or if the record is not a listing.
 */
export function readRaw(
  raw: RawRecord,
  context: Parameters<typeof reparseRecord>[1],
): ReturnType<typeof reparseRecord> {
  return Object.keys(raw).length === 0 ? null : reparseRecord(raw, context)
}

function describeFields(
  row: Omit<ListingRow, 'digest'>,
  read: ReturnType<typeof readRaw>,
): InventoryListing['fields'] {
  const described = FIELD_NAMES.map((name) => [
    name,
    {
      value: showField(name, row),
      source_value: read && showField(name, read),
      edited: columnNames(name).some((column) => row.editedColumns.includes(column)),
    },
  ])
  // This cast is safe, because `FIELD_NAMES` contains the name of every field.
  return Object.fromEntries(described) as InventoryListing['fields']
}

export function inventoryState({
  hiddenAt,
  withdrawnAt,
}: Pick<ListingRow, 'hiddenAt' | 'withdrawnAt'>): InventoryState {
  if (hiddenAt) return 'hidden'
  return withdrawnAt ? 'withdrawn' : 'offered'
}

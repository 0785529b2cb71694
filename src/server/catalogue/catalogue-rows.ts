import { and, eq, inArray } from 'drizzle-orm'
import type { CatalogueRow } from '#search/catalogue-row.ts'
import type { Database } from '#server/db/database.ts'
import { listings, sources } from '#server/db/schema.ts'
import {
  type ListingRow,
  offerOf,
  recordColumns,
  recordOf,
} from '#server/listings/listing-records.ts'
import { isOffered } from '#server/listings/offered.ts'
import { moment } from '#server/listings/read-columns.ts'

/** Reads the rows of the offered listings with these ids. Leaves out other listings. */
export async function readCatalogueRows(db: Database, ids: string[]): Promise<CatalogueRow[]> {
  const rows = await db
    .select({ ...recordColumns, moment })
    .from(listings)
    .innerJoin(sources, eq(sources.name, listings.source))
    .where(and(isOffered, inArray(listings.id, ids)))
  return rows.map(toCatalogueRow)
}

/** Converts a listing to what searches, cards and maps need of it. */
function toCatalogueRow(row: ListingRow & { moment: number }): CatalogueRow {
  const { placeName, spot, firstImport, sample, images, photos } = recordOf(row)
  const [path] = images
  return {
    ...row,
    stationIsStated: Number(row.stationIsStated),
    shinkansenIsStated: Number(row.shinkansenIsStated),
    createdAt: row.moment,
    placeName: placeName ? JSON.stringify(placeName) : null,
    spot: spot ?? null,
    offer: jsonUnlessEmpty(offerOf(row)),
    firstImport: Number(firstImport),
    sample: Number(sample),
    photoCount: new Set(images).size,
    photo: path === undefined ? null : JSON.stringify({ path, details: photos[0] ?? null }),
  }
}

/** Null if all fields are missing. */
function jsonUnlessEmpty(fields: object) {
  const json = JSON.stringify(fields)
  return json === '{}' ? null : json
}

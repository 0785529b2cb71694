import { and, eq, exists, inArray, notExists, type SQL } from 'drizzle-orm'
import type { ListingRecord } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listingPhotos, listings } from '#server/db/schema.ts'
import { selectRows, toPublicRecord, toRecords } from './listing-records.ts'
import { isOffered } from './offered.ts'
import { findIds, fromStart } from './search.ts'

/**
 * The houses of the free preview. Houses with a photo come first; each group is sorted newest
 * first.
 */
export async function findPreview(db: Database, limit: number): Promise<ListingRecord[]> {
  const photo = db
    .select({ position: listingPhotos.position })
    .from(listingPhotos)
    .where(eq(listingPhotos.listingId, listings.id))
  const newest = (condition: SQL, limit: number) =>
    findIds(
      db,
      and(isOffered, condition),
      { sort_by: 'createdAt', sort_order: 'desc' },
      fromStart(limit),
    )

  const pictured = await newest(exists(photo), limit)
  const others = await newest(notExists(photo), limit - pictured.length)
  const ids = [...pictured, ...others]
  const rows = await selectRows(db).where(and(isOffered, inArray(listings.id, ids)))
  const ordered = rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return toRecords(ordered).map(toPublicRecord)
}

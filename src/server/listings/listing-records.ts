import { getTableColumns, sql } from 'drizzle-orm'
import type { ListingRecord } from '#contract/listings.ts'
import { listingPhotos, listings, SAMPLE_SOURCE, sources } from '#server/db/schema.ts'
import { shareKey, shareSecret } from '#server/sharing/share-keys.ts'

type ListingRow = Omit<
  typeof listings.$inferSelect,
  'raw' | 'digest' | 'updatedAt' | 'hiddenAt' | 'editedColumns'
> & {
  attribution: string | null
  shareSecret: Buffer
  photos: Pick<
    typeof listingPhotos.$inferSelect,
    'path' | 'width' | 'height' | 'thumbhash' | 'avif'
  >[]
}

// The raw data alone is half a row, and is never shown.
const { raw, digest, updatedAt, hiddenAt, editedColumns, ...shown } = getTableColumns(listings)

/** What to select of `listings`, joined to `sources`, for {@link toRecord}. */
export const recordColumns = {
  ...shown,
  attribution: sources.attribution,
  shareSecret,
  photos: sql<ListingRow['photos']>`(
    select coalesce(json_agg(json_build_object(
      'path', ${listingPhotos.path},
      'width', ${listingPhotos.width},
      'height', ${listingPhotos.height},
      'thumbhash', ${listingPhotos.thumbhash},
      'avif', ${listingPhotos.avif}
    ) order by ${listingPhotos.position}), '[]')
    from ${listingPhotos}
    where ${listingPhotos.listingId} = ${listings.id}
  )`,
}

/** A row as the API sends it. */
export function toRecord(row: ListingRow): ListingRecord {
  return {
    _id: row.id,
    'Property Type': row.propertyType,
    'Property Location': row.location,
    Prefecture: row.prefecture,
    City: row.city,
    'Sale Price': row.priceCents === null ? null : row.priceCents / 100,
    'Sale Price Yen': row.priceYen,
    'Building - Layout': row.layout,
    'Building - Area': row.buildingArea ?? row.buildingAreaText,
    'Land - Area': row.landArea ?? row.landAreaText,
    'Building - Construction Date': row.constructionText,
    'Construction Year': row.constructionYear,
    'Building - Structure': row.structure,
    Transportation: row.transportation,
    Remarks: row.remarks,
    'Contact Number': row.contactNumber,
    'Reference URL': row.referenceUrl,
    link: row.link,
    createdAt: row.createdAt.toISOString(),
    images: row.photos.map(({ path }) => path),
    photos: row.photos.map(({ path: _, ...photo }) => photo),
    shareKey: shareKey(row.shareSecret, row.id),
    sample: row.source === SAMPLE_SOURCE,
    withdrawn: row.withdrawnAt !== null,
    attribution: row.attribution,
  }
}

/**
 * The part of a record that a card shows. Ten full records with all photos and remarks would not
 * fit into the first packets of a connection.
 */
export function summaryOf(record: ListingRecord): ListingRecord {
  return {
    ...record,
    Remarks: null,
    images: record.images.slice(0, 1),
    photos: record.photos.slice(0, 1),
    // A duplicate photo is shown once.
    photoCount: new Set(record.images).size,
  }
}

/** A record for visitors, without the seller's contact details and the share key. */
export function toPublicRecord(record: ListingRecord): ListingRecord {
  const { 'Contact Number': _number, 'Reference URL': _url, link: _link, ...shown } = record
  const { shareKey: _key, ...rest } = shown
  return rest
}

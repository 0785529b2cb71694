import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Facts } from '#contract/facts.ts'
import type { ListingRecord, OtherListing } from '#contract/listings.ts'
import { cardFields } from '#search/card-record.ts'
import { titleParts, titlesOf } from '#search/titles.ts'
import type { Database } from '#server/db/database.ts'
import { isFolded } from '#server/db/readable.ts'
import { listingPhotos, listings, SAMPLE_SOURCE, sources } from '#server/db/schema.ts'
import { outlineOf, spotOf } from '#server/places/outline-of.ts'
import { credits, placeName, type StoredPlaceName, withRadius } from '#server/places/place-name.ts'
import { shareKey, shareSecret } from '#server/sharing/share-keys.ts'
import { distancesOf, type StationName, stationName } from './distances.ts'
import { municipalContact } from './municipal-contact.ts'
import { otherListings } from './other-listings.ts'

export type ListingRow = Omit<
  typeof listings.$inferSelect,
  'raw' | 'digest' | 'updatedAt' | 'hiddenAt' | 'hiddenBy' | 'editedColumns'
> & {
  attribution: string | null
  firstImportedAt: Date
  shareSecret: Buffer
  placeName: StoredPlaceName | null
  stationName: StationName | null
  municipalContact: NonNullable<ListingRecord['municipalContact']> | null
  otherListings: OtherListing[] | null
  photos: Pick<
    typeof listingPhotos.$inferSelect,
    'path' | 'width' | 'height' | 'thumbhash' | 'avif'
  >[]
}

// Do not select `raw`, because it is half of a row's size and no page shows it.
const { raw, digest, updatedAt, hiddenAt, hiddenBy, editedColumns, foldedInto, ...shown } =
  getTableColumns(listings)

/** The columns that {@link toRecord} needs, for a query on `listings` joined with `sources`. */
export const recordColumns = {
  ...shown,
  /** Null if searches show neither this listing nor the one into which it is folded. */
  foldedInto: sql<string | null>`case when ${isFolded(listings)} then ${foldedInto} end`,
  attribution: credits,
  firstImportedAt: sources.firstImportedAt,
  placeName,
  stationName,
  municipalContact,
  otherListings,
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

/** Starts a query for the rows of listings. The caller adds the condition. */
export function selectRows(db: Database) {
  return db
    .select(recordColumns)
    .from(listings)
    .innerJoin(sources, eq(sources.name, listings.source))
}

/** Converts rows to API records. Gives each listing a title that is unique in the list. */
export function toRecords(rows: ListingRow[]): ListingRecord[] {
  const titles = titlesOf(rows.map(titleParts))
  return rows.map((row, at) => ({ ...recordOf(row), title: titles[at] }))
}

export function toRecord(row: ListingRow): ListingRecord {
  return { ...recordOf(row), title: titlesOf([titleParts(row)])[0] }
}

/**
 * Converts a row to an API record without a title, because the title depends on the other rows of a
 * list.
 */
export function recordOf(row: ListingRow): ListingRecord {
  return {
    ...cardFields({
      ...row,
      placeName: row.placeName ? withRadius(row.placeName, row.prefecture) : undefined,
    }),
    ...offerOf(row),
    'Building - Structure': row.structure,
    Transportation: row.transportation,
    Remarks: row.remarks,
    facts: unlessEmpty(row.facts),
    distances: distancesOf(row),
    municipalContact: row.municipalContact ?? undefined,
    propertyNumber: row.propertyNumber ?? undefined,
    'Contact Number': row.contactNumber,
    'Reference URL': row.referenceUrl,
    link: row.link,
    createdAt: row.createdAt.toISOString(),
    firstImport: row.createdAt.getTime() === row.firstImportedAt.getTime(),
    images: row.photos.map(({ path }) => path),
    photos: row.photos.map(({ path: _, ...photo }) => photo),
    shareKey: shareKey(row.shareSecret, row.id),
    sample: row.source === SAMPLE_SOURCE,
    withdrawn: row.withdrawnAt !== null,
    foldedInto: row.foldedInto ?? undefined,
    otherListings: row.otherListings ?? undefined,
    attribution: row.attribution,
    ...(row.photos.length === 0 ? outlineOf(row) : { spot: spotOf(row) }),
  }
}

/** The fields about an offer, without those that have their usual values. */
export function offerOf({
  offer,
  status,
  rentYen,
  priceLimit,
  priceText,
}: Pick<ListingRow, 'offer' | 'status' | 'rentYen' | 'priceLimit' | 'priceText'>) {
  return {
    priceLimit: priceLimit ?? undefined,
    priceText: priceText ?? undefined,
    offer: offer === 'sale' ? undefined : offer,
    rentYen: rentYen ?? undefined,
    status: status === 'offered' ? undefined : status,
  }
}

function unlessEmpty(facts: Facts) {
  return Object.keys(facts).length > 0 ? facts : undefined
}

/**
 * Shortens a record to the part that a card shows. Ten full records, with all photos and remarks,
 * would not fit into the first packets of a connection, so the list would appear later.
 */
export function toCardRecord(record: ListingRecord): ListingRecord {
  return {
    ...record,
    Remarks: null,
    facts: undefined,
    distances: undefined,
    otherListings: undefined,
    images: record.images.slice(0, 1),
    photos: record.photos.slice(0, 1),
    // The gallery shows a duplicate photo once, so count it once.
    photoCount: new Set(record.images).size,
  }
}

/** A record for a guest of a shortlist, who cannot open the listing that searches show instead. */
export function toGuestRecord(record: ListingRecord): ListingRecord {
  return { ...record, foldedInto: undefined }
}

/**
 * A record for visitors without a subscription. Leaves out the contacts, the links to the source,
 * the property number, other listings of the house and the key for sharing it.
 */
export function toPublicRecord(record: ListingRecord): ListingRecord {
  const { 'Contact Number': _number, 'Reference URL': _url, link: _link, ...shown } = record
  const { shareKey: _key, municipalContact: _contact, propertyNumber: _own, ...rest } = shown
  const { otherListings: _others, ...own } = rest
  return own
}

import { and, eq } from 'drizzle-orm'
import type { ListingRecord } from '#contract/listings.ts'
import type { CatalogueRow } from '#search/catalogue-row.ts'
import { anyOf } from '#server/db/any-of.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { offerOf } from '#server/listings/listing-records.ts'
import { isOffered } from '#server/listings/offered.ts'
import { moment } from '#server/listings/read-columns.ts'
import type { Records } from '#server/listings/record-json.ts'

const { id, prefecture, city, place, latitude, longitude, radiusMetres, location } = listings
const { airportMetres, seaMetres, stationId, stationMetres, stationIsStated } = listings
const { shinkansenMetres, shinkansenIsStated, signs, tags, moreTags, propertyType } = listings
const { layout, layoutText, priceYen, priceCents, buildingArea, buildingAreaText } = listings
const { landArea, landAreaText, constructionYear, constructionText, latestYear, asOf } = listings
const { offer, status, rentYen, priceLimit, priceText } = listings

const COLUMNS = {
  ...{ id, prefecture, city, place, latitude, longitude, radiusMetres, location },
  ...{ airportMetres, seaMetres, stationId, stationMetres, stationIsStated },
  ...{ shinkansenMetres, shinkansenIsStated, signs, tags, moreTags, propertyType },
  ...{ layout, layoutText, priceYen, priceCents, buildingArea, buildingAreaText },
  ...{ landArea, landAreaText, constructionYear, constructionText, latestYear, asOf },
  ...{ offer, status, rentYen, priceLimit, priceText },
  moment,
}

/**
 * Reads the rows of the offered listings with these ids: what searches, cards and maps need of them.
 * Leaves out other listings. Takes what needs other tables from the finished records, because a query
 * for it takes ten times as long.
 */
export async function readCatalogueRows(
  db: Database,
  records: Pick<Records, 'readParts'>,
  ids: string[],
): Promise<CatalogueRow[]> {
  const rows = await db
    .select(COLUMNS)
    .from(listings)
    .where(and(isOffered, eq(listings.id, anyOf(ids))))
  const parts = await records.readParts(ids)
  return rows.flatMap(({ moment: createdAt, ...row }) => {
    const found = parts.get(row.id)
    if (!found) return []
    const record: ListingRecord = JSON.parse(`${found.record}}`)
    const { placeName, spot, firstImport, sample, images, photos } = record
    const { thumbhash = null, ...format } = photos[0] ?? {}
    return {
      ...row,
      createdAt,
      stationIsStated: Number(row.stationIsStated),
      shinkansenIsStated: Number(row.shinkansenIsStated),
      placeName: placeName ? JSON.stringify(placeName) : null,
      spot: spot ?? null,
      offer: jsonUnlessEmpty(offerOf(row)),
      firstImport: Number(firstImport),
      sample: Number(sample),
      photoCount: new Set(images).size,
      photoPath: images[0] ?? null,
      thumbhash,
      photoFormat: jsonUnlessEmpty(format),
    }
  })
}

/** Null if all fields are missing. */
function jsonUnlessEmpty(fields: object) {
  const json = JSON.stringify(fields)
  return json === '{}' ? null : json
}

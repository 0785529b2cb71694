import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SharedListing } from '#contract/sharing.ts'
import { Id } from '#contract/values.ts'
import type { Database } from './db/database.ts'
import { listingPhotos, listings, SAMPLE_SOURCE, sources } from './db/schema.ts'
import { Refusal } from './refusal.ts'

/** Named one by one: what is not here is never read, whatever a listing may come to have. */
const sharedColumns = {
  id: listings.id,
  source: listings.source,
  propertyType: listings.propertyType,
  prefecture: listings.prefecture,
  city: listings.city,
  priceCents: listings.priceCents,
  priceYen: listings.priceYen,
  layout: listings.layout,
  buildingArea: listings.buildingArea,
  landArea: listings.landArea,
  constructionYear: listings.constructionYear,
  withdrawnAt: listings.withdrawnAt,
  attribution: sources.attribution,
  photo: sql<SharedListing['photo']>`(
    select json_build_object(
      'path', ${listingPhotos.path},
      'width', ${listingPhotos.width},
      'height', ${listingPhotos.height},
      'thumbhash', ${listingPhotos.thumbhash},
      'avif', ${listingPhotos.avif}
    )
    from ${listingPhotos}
    where ${listingPhotos.listingId} = ${listings.id}
    order by ${listingPhotos.position}
    limit 1
  )`,
}

/** What anybody may see of a listing; throws a `Refusal` when it is unknown or withdrawn. */
export async function findSharedListing(db: Database, id: string): Promise<SharedListing> {
  const row = Id.safeParse(id).success ? await findRow(db, id) : undefined
  if (!row) throw new Refusal(404, 'There is no house at this link.')
  if (row.withdrawnAt) throw new Refusal(404, 'This house is no longer offered.')
  return {
    _id: row.id,
    'Property Type': row.propertyType,
    Prefecture: row.prefecture,
    City: row.city,
    'Sale Price': row.priceCents === null ? null : row.priceCents / 100,
    'Sale Price Yen': row.priceYen,
    'Building - Layout': row.layout,
    'Building - Area': row.buildingArea,
    'Land - Area': row.landArea,
    'Construction Year': row.constructionYear,
    photo: row.photo,
    sample: row.source === SAMPLE_SOURCE,
    attribution: row.attribution,
  }
}

async function findRow(db: Database, id: string) {
  const [row] = await db
    .select(sharedColumns)
    .from(listings)
    .innerJoin(sources, eq(sources.name, listings.source))
    .where(and(eq(listings.id, id), isNull(listings.hiddenAt)))
  return row
}

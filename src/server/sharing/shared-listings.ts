import { and, eq, sql } from 'drizzle-orm'
import type { Display } from '#contract/display.ts'
import type { SharedListing } from '#contract/sharing.ts'
import { Id } from '#contract/values.ts'
import { type Attempt, countAttempts } from '#server/auth/rate-limits.ts'
import type { Database } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import { listingPhotos, listings, SAMPLE_SOURCE, sources } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { outlineOf } from '#server/places/outline-of.ts'
import { credits, municipalityName, withRadius } from '#server/places/place-name.ts'
import { visitorDisplay } from '#server/rates/convert.ts'
import type { CurrentRates } from '#server/rates/rates.ts'
import { isShareKey } from './share-keys.ts'

/**
 * The columns that a shared link shows. The list is explicit, so that new columns are not shared by
 * accident.
 */
const sharedColumns = {
  id: listings.id,
  source: listings.source,
  propertyType: listings.propertyType,
  prefecture: listings.prefecture,
  city: listings.city,
  // Name the municipality instead of the oaza (district). The oaza is part of the address, and a
  // shared link hides the address.
  placeName: municipalityName,
  priceCents: listings.priceCents,
  priceYen: listings.priceYen,
  priceLimit: listings.priceLimit,
  offer: listings.offer,
  rentYen: listings.rentYen,
  status: listings.status,
  layout: listings.layout,
  buildingArea: listings.buildingArea,
  landArea: listings.landArea,
  constructionYear: listings.constructionYear,
  withdrawnAt: listings.withdrawnAt,
  attribution: credits,
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

/** A request to open a shared link. */
export interface Opening {
  id: string
  key: string | undefined
  ip: string
}

interface Sharing {
  db: Database
  rates: Pick<CurrentRates, 'current'>
  now: () => Date
}

/**
 * The listing of a shared link. Throws a `Refusal` if the listing is not available. Also limits how
 * many links without a valid key one network can open. The ids in links can be computed from public
 * data, so without this limit anybody could read the whole catalogue.
 */
export async function openLink(
  { db, now, rates }: Sharing,
  { id, key, ip }: Opening,
): Promise<SharedListing> {
  if (key === undefined || !(await isShareKey(db, id, key))) {
    const attempts: Attempt[] = [
      { limit: 'keylessLinkInAnHour', ip },
      { limit: 'keylessLinkInADay', ip },
    ]
    await countAttempts(db, attempts, now())
  }
  return toSharedListing(await findShared(db, id), visitorDisplay(rates.current()))
}

async function findShared(db: Database, id: string) {
  const row = Id.safeParse(id).success ? await findRow(db, id) : undefined
  if (!row) throw new Refusal(404, 'There is no house at this link.')
  if (row.withdrawnAt) throw new Refusal(404, 'This house is no longer offered.')
  return row
}

function toSharedListing(
  row: Awaited<ReturnType<typeof findShared>>,
  display: Display,
): SharedListing {
  return {
    _id: row.id,
    'Property Type': row.propertyType,
    Prefecture: row.prefecture,
    City: row.city,
    placeName: row.placeName ? withRadius(row.placeName, row.prefecture) : undefined,
    'Sale Price': row.priceCents === null ? null : row.priceCents / 100,
    'Sale Price Yen': row.priceYen,
    // Like the records of listings, leaves out the usual values.
    priceLimit: row.priceLimit ?? undefined,
    offer: row.offer === 'sale' ? undefined : row.offer,
    rentYen: row.rentYen ?? undefined,
    status: row.status === 'offered' ? undefined : row.status,
    'Building - Layout': row.layout,
    'Building - Area': row.buildingArea,
    'Land - Area': row.landArea,
    'Construction Year': row.constructionYear,
    photo: row.photo,
    sample: row.source === SAMPLE_SOURCE,
    attribution: row.attribution,
    ...(!row.photo && outlineOf(row)),
    display,
  }
}

async function findRow(db: Database, id: string) {
  const [row] = await db
    .select(sharedColumns)
    .from(listings)
    .innerJoin(sources, eq(sources.name, listings.source))
    .where(and(eq(listings.id, id), isReadable))
  return row
}

import { and, count, countDistinct, eq, sql } from 'drizzle-orm'
import type { CatalogueCounts } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { contacts, listingPhotos, listings } from '#server/db/schema.ts'
import { municipalityCode } from '#server/places/place-name.ts'
import { isOffered } from './offered.ts'

/** Counts all offered listings, those with a photo, and those with a phone number. */
export async function countCatalogue(db: Database): Promise<CatalogueCounts> {
  const [counts] = await db
    .select({
      houses: count(),
      prefectures: countDistinct(listings.prefecture),
      with_photos: count(listingPhotos.listingId),
      with_contact: count(sql`coalesce(${listings.contactNumber}, ${contacts.phone})`),
    })
    .from(listings)
    .leftJoin(
      listingPhotos,
      and(eq(listingPhotos.listingId, listings.id), eq(listingPhotos.position, 0)),
    )
    .leftJoin(contacts, eq(contacts.place, municipalityCode))
    .where(isOffered)
  return counts ?? { houses: 0, prefectures: 0, with_photos: 0, with_contact: 0 }
}

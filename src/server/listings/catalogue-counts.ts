import { and, count, eq, sql } from 'drizzle-orm'
import type { CatalogueCounts } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { contacts, listingPhotos, listings } from '#server/db/schema.ts'
import type { PlaceCount } from './count.ts'
import { isOffered } from './offered.ts'

/** The counts of the catalogue, and those of each place. */
export interface CountedCatalogue {
  all: CatalogueCounts
  places: PlaceCount[]
}

/** Counts all offered listings, those with a photo, and those with a phone number. */
export async function countCatalogue(db: Database): Promise<CountedCatalogue> {
  const rows = await db
    .select({
      prefecture: listings.prefecture,
      place: listings.place,
      houses: count(),
      with_photos: count(listingPhotos.listingId),
      with_contact: count(sql`coalesce(${listings.contactNumber}, ${contacts.phone})`),
    })
    .from(listings)
    .leftJoin(
      listingPhotos,
      and(eq(listingPhotos.listingId, listings.id), eq(listingPhotos.position, 0)),
    )
    .leftJoin(contacts, eq(contacts.place, listings.place))
    .where(isOffered)
    .groupBy(listings.prefecture, listings.place)
  const sum = (column: 'houses' | 'with_photos' | 'with_contact') =>
    rows.reduce((total, row) => total + row[column], 0)
  const prefectures = new Set(rows.map(({ prefecture }) => prefecture))
  prefectures.delete(null)
  return {
    all: {
      houses: sum('houses'),
      prefectures: prefectures.size,
      with_photos: sum('with_photos'),
      with_contact: sum('with_contact'),
    },
    places: rows.map(({ prefecture, place, houses }) => ({ prefecture, place, count: houses })),
  }
}

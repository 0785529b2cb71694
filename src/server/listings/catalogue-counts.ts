import { and, count, eq, sql } from 'drizzle-orm'
import type { CatalogueCounts } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { contacts, listingPhotos, listings } from '#server/db/schema.ts'
import { municipalityCode } from '#server/places/place-name.ts'
import type { PlaceCount } from './count.ts'
import { isOffered } from './offered.ts'

/** The numbers of listings in the whole catalogue, in each place and at each station. */
export interface CountedCatalogue {
  all: CatalogueCounts
  places: PlaceCount[]
  /** The number of listings at each station, by the id of the station. */
  stations: ReadonlyMap<string, number>
}

/** Counts all offered listings, those with a photo, and those with a phone number. */
export async function countCatalogue(db: Database): Promise<CountedCatalogue> {
  const rows = await db
    .select({
      prefecture: listings.prefecture,
      place: listings.place,
      station: listings.stationId,
      houses: count(),
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
    .groupBy(listings.prefecture, listings.place, listings.stationId)
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
    places: byPlace(rows),
    stations: byStation(rows),
  }
}

interface Row {
  prefecture: string | null
  place: string | null
  station: string | null
  houses: number
}

function byPlace(rows: Row[]) {
  const counts = new Map<string, PlaceCount>()
  for (const { prefecture, place, houses } of rows) {
    const key = `${prefecture} ${place}`
    const count = (counts.get(key)?.count ?? 0) + houses
    counts.set(key, { prefecture, place, count })
  }
  return [...counts.values()]
}

function byStation(rows: Row[]) {
  const counts = new Map<string, number>()
  for (const { station, houses } of rows) {
    if (station !== null) counts.set(station, (counts.get(station) ?? 0) + houses)
  }
  return counts
}

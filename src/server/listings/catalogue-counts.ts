import { and, count, eq, max, min, sql } from 'drizzle-orm'
import type { CatalogueCounts } from '#contract/listings.ts'
import type { PlaceCount } from '#search/counts.ts'
import type { Database } from '#server/db/database.ts'
import { contacts, listingPhotos, listings } from '#server/db/schema.ts'
import { municipalityCode } from '#server/places/place-name.ts'
import { isOffered } from './offered.ts'

/** The numbers of listings in the whole catalogue, in each place and at each station. */
export interface CountedCatalogue {
  all: CatalogueCounts
  places: PlaceCount[]
  stations: ReadonlyMap<string, number>
}

/** Counts what the offered listings hold: photos, phone numbers, web pages, and how old they are. */
export async function countCatalogue(db: Database): Promise<CountedCatalogue> {
  const rows = await db
    .select({
      prefecture: listings.prefecture,
      place: listings.place,
      station: listings.stationId,
      houses: count(),
      with_photos: count(listingPhotos.listingId),
      with_contact: count(sql`coalesce(${listings.contactNumber}, ${contacts.phone})`),
      with_web: count(sql`coalesce(${listings.referenceUrl}, ${listings.link}, ${contacts.web})`),
      with_day: count(listings.asOf),
      from: min(listings.asOf),
      to: max(listings.asOf),
    })
    .from(listings)
    .leftJoin(
      listingPhotos,
      and(eq(listingPhotos.listingId, listings.id), eq(listingPhotos.position, 0)),
    )
    .leftJoin(contacts, eq(contacts.place, municipalityCode))
    .where(isOffered)
    .groupBy(listings.prefecture, listings.place, listings.stationId)
  const sum = (column: 'houses' | 'with_photos' | 'with_contact' | 'with_web' | 'with_day') =>
    rows.reduce((total, row) => total + row[column], 0)
  const prefectures = new Set(rows.map(({ prefecture }) => prefecture))
  prefectures.delete(null)
  return {
    all: {
      houses: sum('houses'),
      prefectures: prefectures.size,
      with_photos: sum('with_photos'),
      with_contact: sum('with_contact'),
      with_web: sum('with_web'),
      as_of: daysOf(rows, sum('with_day')),
    },
    places: byPlace(rows),
    stations: byStation(rows),
  }
}

/** The oldest and the newest day of the sources' data. Undefined if no source states its day. */
function daysOf(rows: { from: string | null; to: string | null }[], houses: number) {
  const from = rows.flatMap((row) => row.from ?? []).toSorted()[0]
  const to = rows
    .flatMap((row) => row.to ?? [])
    .toSorted()
    .at(-1)
  return from !== undefined && to !== undefined ? { houses, from, to } : undefined
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

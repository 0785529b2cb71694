import { and, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { Area, Coordinate } from '#contract/place-values.ts'
import type { Place } from '#search/places/place.ts'
import type { PlaceLookup } from '#search/places/place-lookup.ts'
import { createCache } from '#server/concurrency/cache.ts'
import type { Database } from '#server/db/database.ts'
import { listings, places, stations } from '#server/db/schema.ts'
import { hasPoint } from '#server/places/place-name.ts'
import { openPlacesByCode } from '#server/places/places-by-code.ts'
import { isOffered } from './offered.ts'

const LOOKUPS_COUNT = 2000

/**
 * Returns a function that finds places for searches at a revision of the catalogue. Municipalities
 * are read once for each revision, all others one by one, because there are a hundred thousand.
 */
export function openPlaceLookup(db: Database): (revision: number) => PlaceLookup {
  const placesByCodeAt = openPlacesByCode(db)
  const coordinates = createCache<{ found: Coordinate | null }>(LOOKUPS_COUNT)
  const boxes = createCache<Area>(LOOKUPS_COUNT)

  async function cached(key: unknown[], find: () => Promise<Coordinate[]>) {
    const { found } = await coordinates.get(JSON.stringify(key), async () => {
      const [first = null] = await find()
      return { found: first }
    })
    return found
  }

  return (revision) => ({
    places: () => placesByCodeAt(revision),
    findOaza: (code) =>
      cached([revision, 'oaza', code], () => findIn(db, places, places.code, code)),
    findStation: (id) =>
      cached([revision, 'station', id], () => findIn(db, stations, stations.id, id)),
    boxOfHouses: (inside) =>
      boxes.get(JSON.stringify([revision, inside.map(({ code }) => code)]), () =>
        boxOfHouses(db, inside),
      ),
  })
}

function findIn(
  db: Database,
  table: typeof places | typeof stations,
  key: typeof places.code | typeof stations.id,
  value: string,
): Promise<Coordinate[]> {
  const { latitude, longitude } = table
  return db.select({ latitude, longitude }).from(table).where(eq(key, value))
}

/** The rectangle in which the coordinates of all places and houses in these municipalities lie. */
async function boxOfHouses(db: Database, municipalities: Place[]): Promise<Area> {
  const codes = municipalities.map(({ code }) => code)
  const [ofPlaces] = await db
    .select(boundsOf(places))
    .from(places)
    .where(
      or(...codes.map((code) => and(gte(places.code, code), lt(places.code, following(code))))),
    )
  const cities = municipalities.map(({ english }) => english)
  const prefectures = municipalities.map(({ prefecture }) => prefecture)
  const [ofPoints] = await db
    .select(boundsOf(listings))
    .from(listings)
    .where(
      and(
        isOffered,
        // Municipalities of different prefectures may have the same English name.
        inArray(listings.prefecture, prefectures),
        inArray(listings.city, cities),
        hasPoint,
      ),
    )
  const boxes = [ofPlaces, ofPoints]
  return {
    south: Math.min(...boxes.flatMap((box) => box?.south ?? [])),
    west: Math.min(...boxes.flatMap((box) => box?.west ?? [])),
    north: Math.max(...boxes.flatMap((box) => box?.north ?? [])),
    east: Math.max(...boxes.flatMap((box) => box?.east ?? [])),
  }
}

/** The columns of a query for the smallest rectangle around the rows. Null without rows. */
function boundsOf({ latitude, longitude }: typeof places | typeof listings) {
  return {
    south: sql<number | null>`min(${latitude})`,
    west: sql<number | null>`min(${longitude})`,
    north: sql<number | null>`max(${latitude})`,
    east: sql<number | null>`max(${longitude})`,
  }
}

/** The first code after all codes that begin with this one: `38204` after `38203`. */
function following(code: string) {
  return String(Number(code) + 1).padStart(code.length, '0')
}

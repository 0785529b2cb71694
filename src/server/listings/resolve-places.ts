import { and, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ListingFilters, ListingSearch } from '#contract/listings.ts'
import { DEFAULT_WITHIN_KM, type PlaceRef, readPlaceRef } from '#contract/place-values.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { boxAround } from '#search/circle.ts'
import type { AroundPlace, LiesIn, ResolvedFilters } from '#search/conditions.ts'
import { MAX_FROM_OAZA_KM } from '#search/radius.ts'
import type { Database } from '#server/db/database.ts'
import { listings, places, stations } from '#server/db/schema.ts'
import { hasPoint } from '#server/places/place-name.ts'
import { MUNICIPALITY_LENGTH } from '#server/places/stored-places.ts'
import { isOffered } from './offered.ts'

export type ResolvedSearch = ResolvedFilters &
  Pick<ListingSearch, 'page' | 'limit' | 'sort_by' | 'sort_order'>

type Resolved<F> = Omit<F, 'place' | 'near' | 'within'> &
  Pick<ResolvedFilters, 'liesIn' | 'around' | 'findsNothing'>

/**
 * Replaces each place code in the filters by values of listing columns or by a circle, because a
 * search cannot compare listings with a place code.
 */
export async function resolvePlaces<F extends ListingFilters>(
  db: Database,
  { place, near, within = DEFAULT_WITHIN_KM, ...filters }: F,
): Promise<Resolved<F>> {
  if (place === undefined && near === undefined) return filters
  const found = await Promise.all([
    ...(place === undefined ? [] : [findInside(db, place)]),
    ...(near === undefined ? [] : [findNearby(db, readPlaceRef(near), within * 1000)]),
  ])
  const known = found.filter((one) => one !== null)
  if (known.length < found.length) return { ...filters, findsNothing: true }
  const liesIn = known.filter((one) => 'prefecture' in one)
  return {
    ...filters,
    liesIn: liesIn.length > 0 ? liesIn : undefined,
    around: known.find((one) => 'metres' in one),
  }
}

/**
 * The column values that all listings in a place have in common. Null if the place does not exist.
 */
async function findInside(db: Database, code: string): Promise<LiesIn | null> {
  if (code.length === 2) {
    const prefecture = PREFECTURES[Number(code) - 1]?.value
    return prefecture === undefined ? null : { prefecture }
  }
  const rows = await findWithWards(db, code.slice(0, MUNICIPALITY_LENGTH))
  const [first] = rows
  if (!first) return null
  return {
    prefecture: first.prefecture,
    cities: rows.map(({ english }) => english).sort(),
    ...(code.length > MUNICIPALITY_LENGTH && { place: code }),
  }
}

/** A municipality, and its wards if it has some. Empty if the municipality does not exist. */
function findWithWards(db: Database, municipality: string) {
  const city = alias(places, 'city')
  return db
    .select({ code: places.code, prefecture: places.prefecture, english: places.english })
    .from(places)
    .innerJoin(city, eq(city.code, municipality))
    .where(
      and(
        eq(places.prefecture, city.prefecture),
        eq(sql`length(${places.code})`, MUNICIPALITY_LENGTH),
        // A city contains its wards. The name of a ward begins with the name of its city.
        sql`(${places.code} = ${city.code} or ${places.japanese} like ${city.japanese} || '%区')`,
      ),
    )
}

/**
 * The circle around a place. If the place has no coordinate of its own, the search covers the whole
 * place instead.
 */
async function findNearby(
  db: Database,
  ref: PlaceRef | undefined,
  metres: number,
): Promise<AroundPlace | LiesIn | null> {
  if (ref === undefined) return null
  if (ref.kind === 'point') return { latitude: ref.latitude, longitude: ref.longitude, metres }
  if (ref.kind === 'station') {
    const { latitude, longitude } = stations
    const [station] = await db
      .select({ latitude, longitude })
      .from(stations)
      .where(eq(stations.id, ref.id))
    return station ? { ...station, metres } : null
  }
  const { latitude, longitude, precision } = places
  const [found] = await db
    .select({ latitude, longitude, precision })
    .from(places)
    .where(eq(places.code, ref.code))
  if (!found) return null
  if (found.precision === 'prefecture') return findInside(db, ref.code)
  const inside =
    ref.code.length > MUNICIPALITY_LENGTH
      ? { codes: [ref.code], box: boxAround(found, MAX_FROM_OAZA_KM * 1000) }
      : await findPlacesInside(db, ref.code)
  return { latitude: found.latitude, longitude: found.longitude, metres, inside }
}

/** The places in a municipality, and the rectangle in which their coordinates and their houses lie. */
async function findPlacesInside(db: Database, municipality: string) {
  const inside = await findWithWards(db, municipality)
  const codes = inside.map(({ code }) => code).sort()
  const [ofPlaces] = await db
    .select(boundsOf(places))
    .from(places)
    .where(
      or(...codes.map((code) => and(gte(places.code, code), lt(places.code, following(code))))),
    )
  const cities = inside.map(({ english }) => english)
  const prefectures = inside.map(({ prefecture }) => prefecture)
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
    codes,
    box: {
      south: Math.min(...boxes.flatMap((box) => box?.south ?? [])),
      west: Math.min(...boxes.flatMap((box) => box?.west ?? [])),
      north: Math.max(...boxes.flatMap((box) => box?.north ?? [])),
      east: Math.max(...boxes.flatMap((box) => box?.east ?? [])),
    },
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

import { asc, count, desc, gt, inArray, isNull, sql } from 'drizzle-orm'
import { listOf } from '#server/db/bulk-insert.ts'
import type { Database } from '#server/db/database.ts'
import { listings, placeSources } from '#server/db/schema.ts'
import { createLocator, LOCATION_COLUMNS, type Location } from '#server/places/location.ts'
import { createMatcher, placeColumns } from '#server/places/match-place.ts'
import { readPlaces, unmatchedSources } from '#server/places/stored-places.ts'
import { bumpRevision } from './catalogue.ts'

const { id, prefecture, city, place, location } = listings
const { latitude, longitude, precision, shinkansenMetres, airportMetres, seaMetres } = listings
const MATCHED = {
  ...{ id, prefecture, city, place, location },
  ...{ latitude, longitude, precision, shinkansenMetres, airportMetres, seaMetres },
}

/** How many listings are matched in one transaction. */
const PAGE = 2000

interface Matching {
  db: Database
  now: () => Date
  /** Aborted when the server stops. The next start then matches all listings again. */
  signal?: AbortSignal
}

/**
 * Finds the place of every listing again after the places have changed. Returns the number of
 * changed listings.
 */
export async function matchListings({ db, now, signal }: Matching) {
  const sources = await unmatchedSources(db)
  if (sources.length === 0) return 0
  const places = await readPlaces(db)
  const byCode = new Map(places.map((place) => [place.code, place]))
  const matchPlace = createMatcher(places)
  const locate = createLocator(places)
  let changed = 0
  let last = ''
  for (;;) {
    if (signal?.aborted) return changed
    const page = await db
      .select(MATCHED)
      .from(listings)
      .where(gt(listings.id, last))
      .orderBy(asc(listings.id))
      .limit(PAGE)
    const moved = page.flatMap((row) => {
      // A renamed place keeps its code, so this row may contain the place's old name.
      const known = byCode.get(row.place ?? '')
      const { place, city } = known
        ? { place: known.code, city: known.english }
        : placeColumns(matchPlace, row)
      const location = locate({ place, prefecture: row.prefecture })
      const isSame =
        place === row.place &&
        city === row.city &&
        LOCATION_COLUMNS.every((column) => location[column] === row[column])
      return isSame ? [] : [{ id: row.id, place, city, location }]
    })
    if (moved.length > 0) await write(db, moved)
    changed += moved.length
    if (page.length < PAGE) break
    last = page.at(-1)?.id ?? last
  }
  // Bump the revision even if no listing changed: cached responses contain the coordinates of
  // places, which may have changed.
  await bumpRevision(db)
  await db.update(placeSources).set({ matchedAt: now() }).where(inArray(placeSources.name, sources))
  return changed
}

interface Moved {
  id: string
  place: string | null
  city: string | null
  location: Location
}

const ASSIGNED = listOf(
  (['place', 'city', ...LOCATION_COLUMNS] as const).map((column) => {
    const name = sql.identifier(listings[column].name)
    return sql`${name} = given.${name}`
  }),
)

function write(db: Database, moved: Moved[]) {
  const rows = moved.map(({ location, ...row }) => ({
    ...row,
    ...Object.fromEntries(
      LOCATION_COLUMNS.map((column) => [listings[column].name, location[column]]),
    ),
  }))
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      update ${listings} set ${ASSIGNED}
      from json_populate_recordset(null::${listings}, ${JSON.stringify(rows)}::json) as given
      where ${listings.id} = given.id
    `)
    await bumpRevision(tx)
  })
}

/** A city name that matches no place, and the number of its listings. */
export type Unplaced = Awaited<ReturnType<typeof findUnplaced>>[number]

/** The city names that match no place, as the sources write them, the most frequent first. */
export function findUnplaced(db: Database) {
  return db
    .select({ prefecture, city, count: count() })
    .from(listings)
    .where(isNull(place))
    .groupBy(prefecture, city)
    .orderBy(desc(count()), asc(prefecture), asc(city))
}

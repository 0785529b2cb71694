import { asc, count, desc, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listings, placeSources } from '#server/db/schema.ts'
import { openMatcher, type PlaceColumns } from '#server/places/listing-matcher.ts'
import { unmatchedSources } from '#server/places/stored-places.ts'
import { bumpRevision } from './catalogue.ts'

/** How many listings are matched in one transaction. */
const PAGE = 2000

interface Matching {
  db: Database
  now: () => Date
  /** Aborted when the server stops. The next start then matches all listings again. */
  signal?: AbortSignal
}

/**
 * Finds the place and the station of every listing again after the stored ones have changed.
 * Returns the number of changed listings.
 */
export async function matchListings({ db, now, signal }: Matching) {
  const sources = await unmatchedSources(db)
  if (sources.length === 0) return 0
  const matcher = await openMatcher(db)
  let changed = 0
  let last = ''
  for (;;) {
    if (signal?.aborted) return changed
    const { id, prefecture, city, place, location, transportation, stationId } = listings
    const page = await db
      .select({ id, prefecture, city, place, location, transportation, stationId })
      .from(listings)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(PAGE)
    await matcher.prepare(page.map(({ prefecture }) => prefecture))
    const moved = page.flatMap((row) => {
      const columns = matcher.columnsOf(row, row.place)
      const isSame =
        columns.place === row.place &&
        columns.city === row.city &&
        columns.stationId === row.stationId
      return isSame ? [] : [{ id: row.id, ...columns }]
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

function write(db: Database, moved: (PlaceColumns & { id: string })[]) {
  const rows = moved.map(({ stationId, ...columns }) => ({ ...columns, station_id: stationId }))
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      update ${listings}
      set place = given.place, city = given.city, station_id = given.station_id
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
  const { prefecture, city, place } = listings
  return db
    .select({ prefecture, city, count: count() })
    .from(listings)
    .where(isNull(place))
    .groupBy(prefecture, city)
    .orderBy(desc(count()), asc(prefecture), asc(city))
}

import { asc, count, desc, gt, isNull, sql } from 'drizzle-orm'
import { listOf } from '#server/db/bulk-insert.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import {
  type LocationColumns,
  openMatcher,
  type PlaceColumns,
} from '#server/places/listing-matcher.ts'
import { LOCATION_COLUMNS } from '#server/places/location.ts'
import { markMatched, unmatchedSources } from '#server/places/stored-places.ts'
import { bumpRevision } from './catalogue.ts'

/** The columns that are computed from the stored places and stations. */
const COLUMNS = [
  ...(['place', 'city', 'stationId', 'stationMetres', 'stationIsStated'] as const),
  ...LOCATION_COLUMNS,
] as const

const { id, prefecture, location, transportation, facts } = listings
const { place, city, stationId, stationMetres, stationIsStated } = listings
const { latitude, longitude, precision, shinkansenMetres, airportMetres, seaMetres } = listings
const MATCHED = {
  ...{ id, prefecture, location, transportation, facts },
  ...{ place, city, stationId, stationMetres, stationIsStated },
  ...{ latitude, longitude, precision, shinkansenMetres, airportMetres, seaMetres },
}

/** How many listings are matched with their places and stations in one transaction. */
const PAGE = 2000

interface Matching {
  db: Database
  now: () => Date
  /** Aborted when the server stops. The next start then matches all listings again. */
  signal?: AbortSignal
}

/**
 * Matches every listing with its place and its station again, if the stored places or stations have
 * changed since the last run. Returns the number of changed listings.
 */
export async function matchListings({ db, now, signal }: Matching) {
  const sources = await unmatchedSources(db)
  if (sources.length === 0) return 0
  const matcher = await openMatcher(db)
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
    await matcher.prepare(page.map(({ prefecture }) => prefecture))
    const moved = page.flatMap((row) => {
      const columns = matcher.columnsOf(row, row.place)
      const moved = { ...columns, ...matcher.locationOf({ ...row, ...columns }) }
      const isSame = COLUMNS.every((column) => moved[column] === row[column])
      return isSame ? [] : [{ before: row, after: { id: row.id, ...moved } }]
    })
    const written = moved.length > 0 ? await write(db, moved) : 0
    changed += written
    // Some listings have changed since they were read, so read this page again.
    if (written < moved.length) continue
    if (page.length < PAGE) break
    last = page.at(-1)?.id ?? last
  }
  // Increment the catalogue's revision even if no listing changed, because cached responses contain
  // the coordinates of places, which may have changed.
  await bumpRevision(db)
  await markMatched(db, sources, now())
  return changed
}

/** The columns of a listing as they were read, and its new place and location. */
interface Move {
  before: Record<keyof typeof MATCHED, unknown>
  after: Record<'id', string> & PlaceColumns & LocationColumns
}

const ASSIGNED = listOf(
  COLUMNS.map((column) => {
    const name = sql.identifier(listings[column].name)
    return sql`${name} = given.${name}`
  }),
)

/** Compares no facts, because JavaScript may have rounded a number in them. */
const { facts: _, ...COMPARED } = MATCHED

const comparedOf = (table: string) =>
  listOf(
    Object.values(COMPARED).map(
      ({ name }) => sql`${sql.identifier(table)}.${sql.identifier(name)}`,
    ),
  )

/**
 * Writes the new places of listings, and returns how many were written. Skips listings that have
 * changed since they were read. Otherwise this would undo the edit that an administrator has just
 * made.
 */
function write(db: Database, moved: Move[]) {
  const known = recordset(moved.map(({ before }) => before))
  const given = recordset(moved.map(({ after }) => after))
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update ${listings} set ${ASSIGNED}
      from ${given} as given join ${known} as known using (id)
      where ${listings.id} = given.id
        and row(${comparedOf('listings')}) is not distinct from row(${comparedOf('known')})
    `)
    await bumpRevision(tx)
    return rowCount ?? 0
  })
}

/** A table expression with the given values of listings. */
function recordset(rows: object[]) {
  return sql`json_populate_recordset(null::${listings}, ${JSON.stringify(rows.map(named))}::json)`
}

/** The values of a listing, by the names of their columns in the database. */
function named(values: object) {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [
      listings[column as keyof typeof MATCHED].name,
      value,
    ]),
  )
}

/** The city names that match no place, as the sources write them, the most frequent first. */
export function findUnplaced(db: Database) {
  return db
    .select({ prefecture, city, count: count() })
    .from(listings)
    .where(isNull(place))
    .groupBy(prefecture, city)
    .orderBy(desc(count()), asc(prefecture), asc(city))
}

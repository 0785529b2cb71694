import { asc, count, desc, gt, inArray, isNull, sql } from 'drizzle-orm'
import { commaSeparated } from '#server/db/bulk-insert.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { LOCATION_COLUMNS } from '#server/places/location.ts'
import { markMatched, unmatchedSources } from '#server/places/stored-places.ts'
import { lockFolds } from './apply-folds.ts'
import { applyOptOutsTo, renewWards, shareOptOuts } from './apply-opt-outs.ts'
import { bumpRevision, isOneOf } from './catalogue.ts'
import { findDuplicates } from './find-duplicates.ts'
import {
  type ListingMatcher,
  type LocationColumns,
  openMatcher,
  type PlaceColumns,
} from './listing-matcher.ts'

const COLUMNS = [
  ...(['prefecture', 'place', 'city', 'stationId', 'stationMetres', 'stationIsStated'] as const),
  ...(['shinkansenIsStated', 'prefectureIsInferred', 'cityIsInferred'] as const),
  ...LOCATION_COLUMNS,
] as const

const { id, prefecture, location, transportation, facts, editedColumns } = listings
const { place, city, stationId, stationMetres, stationIsStated } = listings
const { prefectureIsInferred, cityIsInferred } = listings
const { statedLatitude, statedLongitude, latitude, longitude, precision, radiusMetres } = listings
const { shinkansenMetres, shinkansenIsStated, airportMetres, seaMetres } = listings
const MATCHED = {
  ...{ id, prefecture, location, transportation, facts, editedColumns },
  ...{ place, city, stationId, stationMetres, stationIsStated },
  ...{ prefectureIsInferred, cityIsInferred },
  ...{ statedLatitude, statedLongitude, latitude, longitude, precision, radiusMetres },
  ...{ shinkansenMetres, shinkansenIsStated, airportMetres, seaMetres },
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
  await renewWards(db, now())
  const matcher = await openMatcher(db)
  let changed = 0
  let last = ''
  for (;;) {
    if (signal?.aborted) return changed
    const page = await db
      .select({ id, prefecture, statedLatitude, statedLongitude })
      .from(listings)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(PAGE)
    await matcher.prepare(page)
    const ids = page.map(({ id }) => id)
    changed += await matchPage({ db, now }, matcher, ids)
    if (page.length < PAGE) break
    last = ids.at(-1) ?? last
  }
  await markMatched(db, sources, now())
  return changed
}

type Moved = Record<'id', string> & PlaceColumns & LocationColumns

/**
 * Matches listings, and returns how many have changed. Locks the listings from reading to writing.
 * Without the lock, matching could undo an edit that an administrator makes meanwhile.
 */
function matchPage({ db, now }: Matching, matcher: ListingMatcher, ids: string[]) {
  return db.transaction(async (tx) => {
    await shareOptOuts(tx)
    await lockFolds(tx)
    const rows = await tx
      .select(MATCHED)
      .from(listings)
      .where(inArray(id, ids))
      .orderBy(asc(id))
      .for('update')
    const moved = rows.flatMap((row): Moved[] => {
      const columns = matcher.columnsOf(row, row.place)
      const moved = { ...columns, ...matcher.locationOf({ ...row, ...columns }) }
      const isSame = COLUMNS.every((column) => moved[column] === row[column])
      return isSame ? [] : [{ id: row.id, ...moved }]
    })
    if (moved.length > 0) await write(tx, moved, now())
    // Even if no listing has moved, the names and coordinates of the places may have changed.
    await bumpRevision(tx, isOneOf(ids))
    return moved.length
  })
}

const ASSIGNED = commaSeparated(
  COLUMNS.map((column) => {
    const name = sql.identifier(listings[column].name)
    return sql`${name} = given.${name}`
  }),
)

async function write(tx: Transaction, moved: Moved[], at: Date) {
  const rows = moved.map(({ id, ...values }) => ({
    id,
    ...Object.fromEntries(COLUMNS.map((column) => [listings[column].name, values[column]])),
  }))
  await tx.execute(sql`
    update ${listings} set ${ASSIGNED}
    from json_populate_recordset(null::${listings}, ${JSON.stringify(rows)}::json) as given
    where ${listings.id} = given.id
  `)
  const ids = moved.map(({ id }) => id)
  await applyOptOutsTo(tx, ids, at)
  await findDuplicates(tx, ids, at)
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

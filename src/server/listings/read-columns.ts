import { setImmediate as othersFirst } from 'node:timers/promises'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { createColumns } from '#search/columns.ts'
import { packTexts } from '#search/packed-texts.ts'
import { mapBits, mapColumns, PART_SIZE, type Values } from '#search/part.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { readRevision } from './catalogue.ts'
import { STATED_BOUNDS } from './matching.ts'
import { isOffered } from './offered.ts'

const { id, city, layout, askedPrice, buildingArea, landArea, constructionYear } = listings
const { signs, tags, moreTags, place, stationMetres, shinkansenMetres } = listings
const COLUMNS = {
  ...{ city, layout, askedPrice, buildingArea, landArea, constructionYear },
  ...{ stationMetres, shinkansenMetres },
  builtBy: STATED_BOUNDS.builtBy.as('built_by'),
  stationLeast: STATED_BOUNDS.stationLeast.as('station_least'),
  stationMost: STATED_BOUNDS.stationMost.as('station_most'),
  shinkansenLeast: STATED_BOUNDS.shinkansenLeast.as('shinkansen_least'),
  shinkansenMost: STATED_BOUNDS.shinkansenMost.as('shinkansen_most'),
}

/**
 * A key of a listing's place that is unique in its prefecture. A radius of 0 means that the coordinate
 * is the one of the house itself, which then has a place entry of its own.
 */
const entryKey = sql<string | null>`case when ${listings.radiusMetres} = 0
  then concat(${place}, '@', ${listings.latitude}, ',', ${listings.longitude})
  else ${place} end`.as('entry_key')

/** The creation time in milliseconds since the epoch, with microseconds. */
export const moment = sql<number>`(extract(epoch from ${listings.createdAt}) * 1000)::float8`.as(
  'moment',
)

/**
 * The columns to read for each listing. The columns that are the same for all listings of a place
 * are read once for each place.
 */
const READ = {
  ...COLUMNS,
  ...{ signs, tags, moreTags, id, entryKey },
  moment,
}

/**
 * Reads the columns of all offered listings, and the catalogue revision to which the columns
 * belong. Returns null if the catalogue changes meanwhile. Runs many short queries, so that other
 * queries and requests can run in between.
 */
export async function readColumns(db: Database) {
  const revision = await readRevision(db)
  const columns = createColumns()
  for (const { prefecture } of await findPrefectures(db)) {
    const entries = await readPlaceEntries(db, prefecture)
    const indexOf = new Map(
      entries.map(({ key, ...entry }) => [key, columns.addPlaceEntry(entry)] as const),
    )
    for (const { id: ids, entryKey: keys, ...values } of await readPrefecture(db, prefecture)) {
      // A place that is missing in `indexOf` was added while the columns were being read. Any entry
      // will do for it: the catalogue has a new revision now, so the columns are discarded.
      const placeEntry = keys.map((key) => indexOf.get(key) ?? 0)
      columns.add(prefecture, { ...values, ids: packTexts(ids), placeEntry })
      await othersFirst()
    }
    if ((await readRevision(db)) !== revision) return null
  }
  for (const _ of columns.divide()) await othersFirst()
  return (await readRevision(db)) === revision ? { revision, columns } : null
}

function findPrefectures(db: Database) {
  return db.selectDistinct({ prefecture: listings.prefecture }).from(listings).where(isOffered)
}

function isIn(prefecture: string | null) {
  return and(
    isOffered,
    prefecture === null ? isNull(listings.prefecture) : eq(listings.prefecture, prefecture),
  )
}

function readPlaceEntries(db: Database, prefecture: string | null) {
  const { latitude, longitude, radiusMetres, airportMetres, seaMetres } = listings
  const columns = { place, latitude, longitude, radiusMetres, airportMetres, seaMetres }
  return db
    .select({ key: entryKey, prefecture: listings.prefecture, ...columns })
    .from(listings)
    .where(isIn(prefecture))
    .groupBy(listings.prefecture, ...Object.values(columns))
}

type ReadValues = Omit<Values, 'ids' | 'placeEntry'> & {
  id: string[]
  entryKey: (string | null)[]
}

/**
 * Reads each part (a batch of listings) as one JSON array per column. Reading rows takes ten times
 * as long.
 */
function readPrefecture(db: Database, prefecture: string | null): Promise<ReadValues[]> {
  const rows = db
    .select({
      ...READ,
      part: sql`(row_number() over () - 1) / ${sql.raw(String(PART_SIZE))}`.as('part'),
    })
    .from(listings)
    .where(isIn(prefecture))
    .as('rows')
  const list = <C extends keyof ReadValues>(column: C): SQL<ReadValues[C]> =>
    sql<ReadValues[C]>`json_agg(${rows[column]})`
  const [id, keys, moment] = [list('id'), list('entryKey'), list('moment')]
  return db
    .select({ ...mapColumns(list), ...mapBits(list), id, entryKey: keys, moment })
    .from(rows)
    .groupBy(rows.part)
}

import { and, eq, getTableColumns, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Place } from '#search/places/place.ts'
import { bulkInsert, commaSeparated } from '#server/db/bulk-insert.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { placeSources, places } from '#server/db/schema.ts'
import { DEFAULT_ATTRIBUTION, DEFAULT_VERSION, readDefaultPlaces } from './default-places.ts'

const DEFAULT_SOURCE = 'default'

/** The names of the sources that an operator imports. Each kind of file has its own source. */
export const OFFICIAL_SOURCES = {
  municipalities: 'official',
  oaza: 'oaza',
  stations: 'stations',
  borders: 'borders',
} as const

/** The possible sources of municipalities. The operator's file replaces the default places. */
const MUNICIPALITY_SOURCES = [DEFAULT_SOURCE, OFFICIAL_SOURCES.municipalities]
const ROWS_AT_ONCE = 2000

const { source: _, ...storedColumns } = getTableColumns(places)

type Reader = Pick<Database, 'select'>

/**
 * The stored prefectures, municipalities and wards. Empty before {@link preparePlaces} has run.
 * Oaza (districts) are left out, because there are sixty times as many.
 */
export async function readPlaces(db: Reader): Promise<Place[]> {
  const stored = await db.select(storedColumns).from(places).where(ne(places.precision, 'oaza'))
  // Sort in memory, because the database would sort with an index that also contains all oaza
  // (districts).
  return stored.sort((one, other) => (one.code < other.code ? -1 : 1))
}

export function readOazaByCode(db: Reader, codes: string[]): Promise<Place[]> {
  const given = sql`(select json_array_elements_text(${JSON.stringify(codes)}::json))`
  return db.select(storedColumns).from(places).where(inArray(places.code, given))
}

/** The columns of an oaza (district) that are needed to find it in an address. */
export type Oaza = Pick<Place, 'code' | 'japanese' | 'latitude' | 'longitude' | 'precision'>

export async function readOaza(db: Reader, prefecture: string): Promise<Oaza[]> {
  const following = String(Number(prefecture) + 1).padStart(2, '0')
  const { code, japanese, latitude, longitude, precision } = places
  type Fields = [code: string, japanese: string, latitude: number, longitude: number]
  const [read] = await db
    // Read one JSON array, because reading thousands of rows takes five times as long.
    .select({
      all: sql<
        Fields[] | null
      >`json_agg(json_build_array(${code}, ${japanese}, ${latitude}, ${longitude}))`,
    })
    .from(places)
    .where(and(gt(code, prefecture), lt(code, following), eq(precision, 'oaza')))
  return (read?.all ?? []).map(([code, japanese, latitude, longitude]) => {
    return { code, japanese, latitude, longitude, precision: 'oaza' }
  })
}

/**
 * Stores the default places. Does nothing if their current version is already stored, or if an
 * operator has imported places.
 */
export async function preparePlaces(db: Database, now: Date, read = readDefaultPlaces) {
  if (!(await lacksDefaults(db))) return
  const defaults = await read()
  await db.transaction(async (tx) => {
    // If several processes start at the same time, one process writes and the others wait.
    await lockSources(tx)
    if (!(await lacksDefaults(tx))) return
    await replaceAll(tx, defaults, {
      name: DEFAULT_SOURCE,
      attribution: DEFAULT_ATTRIBUTION,
      version: DEFAULT_VERSION,
      importedAt: now,
    })
  })
}

export type PlaceSource = Omit<typeof placeSources.$inferSelect, 'matchedAt'>

/**
 * Replaces the prefectures, municipalities and wards. The caller must then match all listings
 * again, because some of their places may no longer exist.
 */
export function replacePlaces(db: Database, replacement: Place[], source: PlaceSource) {
  return db.transaction(async (tx) => {
    await lockSources(tx)
    await replaceAll(tx, replacement, source)
  })
}

async function replaceAll(tx: Transaction, replacement: Place[], source: PlaceSource) {
  // Deleting a source also deletes its places.
  await tx.delete(placeSources).where(inArray(placeSources.name, MUNICIPALITY_SOURCES))
  await tx.insert(placeSources).values(source)
  for (const rows of inBatches(replacement, source)) await tx.execute(bulkInsert(places, rows))
}

/**
 * Replaces the oaza (districts) in many short transactions. During one long transaction, the
 * embedded database would answer no other request for seconds. An interrupted replacement leaves
 * old and new oaza. Importing the file again completes the replacement. Returns the number of oaza.
 */
export async function replaceOaza(
  db: Database,
  batches: Iterable<Place[]> | AsyncIterable<Place[]>,
  source: PlaceSource,
) {
  const { name, attribution, importedAt } = source
  await db
    .insert(placeSources)
    .values({ name, attribution, importedAt, version: '' })
    .onConflictDoNothing()
  const codes: string[] = []
  for await (const batch of batches) {
    const rows = batch.map((place) => ({ ...place, source: name }))
    await db.execute(sql`${bulkInsert(places, rows)} on conflict (code) do update set ${UPDATED}`)
    for (const { code } of batch) codes.push(code)
  }
  await db.transaction(async (tx) => {
    await lockSources(tx)
    await tx.execute(sql`
      delete from ${places}
      where ${places.precision} = 'oaza'
        and ${places.code} not in (select json_array_elements_text(${JSON.stringify(codes)}::json))
    `)
    await tx
      .update(placeSources)
      .set({ ...source, matchedAt: null })
      .where(eq(placeSources.name, name))
  })
  // Without statistics, the query planner reads every oaza (district) to find one municipality.
  await db.execute(sql`analyze ${places}`)
  return codes.length
}

/** In an upsert, sets each column of an existing row to the new value. */
const UPDATED = commaSeparated(
  Object.values(getTableColumns(places)).map(
    ({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
  ),
)

/**
 * Locks the table of place sources until the transaction ends, so that processes change the sources
 * one after another.
 */
export function lockSources(tx: Transaction) {
  return tx.execute(sql`lock table ${placeSources} in share row exclusive mode`)
}

function* inBatches(replacement: Place[], { name }: PlaceSource) {
  for (let start = 0; start < replacement.length; start += ROWS_AT_ONCE) {
    yield replacement
      .slice(start, start + ROWS_AT_ONCE)
      .map((place) => ({ ...place, source: name }))
  }
}

async function lacksDefaults(db: Reader) {
  const sources = await db
    .select()
    .from(placeSources)
    .where(inArray(placeSources.name, MUNICIPALITY_SOURCES))
  return sources.every(
    ({ name, version }) => name === DEFAULT_SOURCE && version !== DEFAULT_VERSION,
  )
}

/** Identifies the present places and stations of a source. */
export type SourceVersion = Pick<
  typeof placeSources.$inferSelect,
  'name' | 'version' | 'importedAt'
>

const { name, version, importedAt } = placeSources

export function readSources(db: Reader): Promise<SourceVersion[]> {
  return db.select({ name, version, importedAt }).from(placeSources).orderBy(name)
}

/** The place sources with which the listings have not been matched yet. */
export function unmatchedSources(db: Reader): Promise<SourceVersion[]> {
  return db
    .select({ name, version, importedAt })
    .from(placeSources)
    .where(isNull(placeSources.matchedAt))
}

/**
 * Records that all listings were matched with the places of these sources. Skips a source whose
 * places were replaced meanwhile, because the listings must be matched with the new places.
 */
export async function markMatched(db: Database, sources: SourceVersion[], at: Date) {
  const isUnchanged = sources.map((one) =>
    and(eq(name, one.name), eq(version, one.version), eq(importedAt, one.importedAt)),
  )
  await db
    .update(placeSources)
    .set({ matchedAt: at })
    .where(or(...isUnchanged))
}

/** Makes the next call of `matchListings` match all listings again. */
export async function markUnmatched(db: Database) {
  await db.update(placeSources).set({ matchedAt: null })
}

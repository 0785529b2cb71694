import { getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { placeSources, places } from '#server/db/schema.ts'
import { DEFAULT_ATTRIBUTION, DEFAULT_VERSION, readDefaultPlaces } from './default-places.ts'
import { createLocator } from './location.ts'
import { createMatcher } from './match-place.ts'
import type { Place } from './place.ts'

const DEFAULT_SOURCE = 'default'
const ROWS_AT_ONCE = 1000

const { source: _, ...storedColumns } = getTableColumns(places)

/** The code of a municipality or ward has five digits, and that of an oaza begins with it. */
export const MUNICIPALITY_LENGTH = 5

/** All stored places. There are none before {@link preparePlaces} has run. */
export function readPlaces(db: Pick<Database, 'select'>): Promise<Place[]> {
  return readPlacesWhere(db, undefined)
}

export function readPlacesWhere(
  db: Pick<Database, 'select'>,
  where: SQL | undefined,
): Promise<Place[]> {
  return db.select(storedColumns).from(places).where(where).orderBy(places.code)
}

/** Reads the places, and returns functions that find the place and the coordinate of a listing. */
export async function openPlaces(db: Pick<Database, 'select'>) {
  const places = await readPlaces(db)
  return { matchPlace: createMatcher(places), locate: createLocator(places) }
}

/**
 * Stores the default places. Does nothing if this version of them is stored already, or if an
 * operator has imported places.
 */
export async function preparePlaces(db: Database, now: Date) {
  if (!(await lacksDefaults(db))) return
  const defaults = await readDefaultPlaces()
  await db.transaction(async (tx) => {
    // Lock the table: if several processes start at once, one writes and the others wait.
    await tx.execute(sql`lock table ${placeSources} in share row exclusive mode`)
    if (!(await lacksDefaults(tx))) return
    await replaceAll(tx, defaults, {
      name: DEFAULT_SOURCE,
      attribution: DEFAULT_ATTRIBUTION,
      version: DEFAULT_VERSION,
      importedAt: now,
    })
  })
}

type Source = Omit<typeof placeSources.$inferSelect, 'matchedAt'>

/**
 * Replaces all places. The caller must then match all listings again, because their places may be
 * gone.
 */
export function replacePlaces(db: Database, replacement: Place[], source: Source) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${placeSources} in share row exclusive mode`)
    await replaceAll(tx, replacement, source)
  })
}

async function replaceAll(tx: Transaction, replacement: Place[], source: Source) {
  await tx.delete(placeSources)
  await tx.insert(placeSources).values(source)
  const rows = replacement.map((place) => ({ ...place, source: source.name }))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await tx.insert(places).values(rows.slice(start, start + ROWS_AT_ONCE))
  }
}

async function lacksDefaults(db: Pick<Database, 'select'>) {
  const sources = await db.select().from(placeSources)
  return sources.every(
    ({ name, version }) => name === DEFAULT_SOURCE && version !== DEFAULT_VERSION,
  )
}

/**
 * The sources of the current places, if the listings have not been matched with these places yet.
 */
export async function unmatchedSources(db: Pick<Database, 'select'>) {
  const rows = await db
    .select({ name: placeSources.name })
    .from(placeSources)
    .where(isNull(placeSources.matchedAt))
  return rows.map(({ name }) => name)
}

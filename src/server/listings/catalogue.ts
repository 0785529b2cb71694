import { eq, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#server/db/any-of.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { catalogue, listingRecords, listings } from '#server/db/schema.ts'
import { type CountedCatalogue, countCatalogue } from './catalogue-counts.ts'

/**
 * The pause between two counts of the catalogue, as a multiple of the duration of the last count.
 * The pause limits the share of time that is spent on counting.
 */
const COUNTS_REST_FACTOR = 20

export interface Catalogue {
  /** The catalogue's revision number, which grows with every change that can affect a search. */
  revision: () => Promise<number>
  /**
   * The numbers of listings in the catalogue. During many changes, these numbers may be some
   * seconds old.
   */
  counts: () => Promise<CountedCatalogue & { revision: number }>
  /**
   * Drops the cached revision number after a change by this process, so that the next read is
   * fresh.
   */
  changed: () => void
}

interface CatalogueOptions {
  /** How long the catalogue's revision number is cached, in milliseconds. */
  freshFor?: number
  /** A monotonic clock in milliseconds. */
  clock?: () => number
}

/**
 * Reads and caches the revision of the catalogue and the numbers of listings in it. The revision is
 * cached for a short time only, because other processes, such as the import command, can change the
 * catalogue too.
 * @throws in its functions, what the database throws.
 */
export function openCatalogue(
  db: Database,
  { freshFor = 250, clock = () => performance.now() }: CatalogueOptions = {},
): Catalogue {
  let reading: Promise<number> | undefined
  let readAt = 0
  let counting: { revision: number; counts: ReturnType<Catalogue['counts']> } | undefined
  let countsRestUntil = 0

  function revision() {
    if (!reading || clock() - readAt >= freshFor) {
      readAt = clock()
      reading = readRevision(db)
    }
    return reading
  }

  async function count(revision: number) {
    const started = clock()
    const counts = countCatalogue(db).then((counted) => ({ ...counted, revision }))
    counting = { revision, counts }
    try {
      return await counts
    } catch (error) {
      counting = undefined
      throw error
    } finally {
      // Pause before the next count. An import changes the catalogue several times a second, and
      // each count of a large catalogue is slow.
      countsRestUntil = clock() + (clock() - started) * COUNTS_REST_FACTOR
    }
  }

  return {
    revision,
    async counts() {
      const current = await revision()
      const isFresh = counting && (counting.revision === current || clock() < countsRestUntil)
      return counting && isFresh ? counting.counts : count(current)
    },
    changed() {
      reading = undefined
    },
  }
}

export async function readRevision(db: Database) {
  const [row] = await db
    .select({ revision: catalogue.revision })
    .from(catalogue)
    .where(eq(catalogue.id, 1))
  return row?.revision ?? 0
}

type Writer = Pick<Database, 'insert' | 'execute'>

/**
 * Increments the catalogue's revision number, and marks the records of the `changed` listings as
 * stale. Call this last in a transaction that changes what records show, because it locks the
 * number's row, and all other such transactions wait for that lock.
 */
export async function bumpRevision(tx: Writer, changed: SQL) {
  await tx
    .insert(catalogue)
    .values({ id: 1, revision: 1 })
    .onConflictDoUpdate({
      target: catalogue.id,
      set: { revision: sql`${catalogue.revision} + 1` },
    })
  await markStale(tx, changed)
}

/** A condition for {@link bumpRevision}: the records of all listings are stale. */
export const everyListing = sql`true`

/** A condition for {@link bumpRevision}: the records of these listings are stale. */
export function isOneOf(ids: string[]) {
  return sql`${listings.id} = ${anyOf(ids)}`
}

/** Takes the lock that {@link bumpRevision} takes, and keeps it until the transaction ends. */
export function lockRevision(tx: Transaction) {
  return tx.select().from(catalogue).for('update')
}

/**
 * Marks the records of listings as stale, and those of the listings into which they are folded,
 * because such a record names the listings of the other sources. Returns their number. The caller
 * holds the lock of {@link lockRevision}. A transaction that waits for this lock then sees the changes
 * of this one.
 */
export async function markStale(tx: Pick<Database, 'execute'>, which: SQL) {
  const { rowCount } = await tx.execute(sql`
    with changed as (
      select ${listings.id}, ${listings.foldedInto} from ${listings} where ${which}
    ), stale as (
      select id from changed
      union
      select main.id from changed join ${listings} as main on main.id = changed.folded_into
    )
    insert into ${listingRecords} (listing_id, marked_in)
    select id, coalesce((select ${catalogue.revision} from ${catalogue}), 0) from stale
    on conflict (listing_id) do update set build = null, marked_in = excluded.marked_in
  `)
  return rowCount ?? 0
}

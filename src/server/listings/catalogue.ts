import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { catalogue } from '#server/db/schema.ts'

export interface Catalogue {
  /** The revision number, which grows with every change that can affect a search. */
  revision: () => Promise<number>
  /** Drops the cached revision after a change by this process, so that the next read is fresh. */
  changed: () => void
}

interface CatalogueOptions {
  /** How long a revision is cached, in milliseconds. */
  freshFor?: number
  /** A monotonic clock in milliseconds. */
  clock?: () => number
}

/**
 * The catalogue, which other processes may change too, such as the import command. So the revision
 * is read again when the short cache expires.
 */
export function openCatalogue(
  db: Database,
  { freshFor = 250, clock = () => performance.now() }: CatalogueOptions = {},
): Catalogue {
  let reading: Promise<number> | undefined
  let readAt = 0

  return {
    revision() {
      if (!reading || clock() - readAt >= freshFor) {
        readAt = clock()
        reading = readRevision(db)
      }
      return reading
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

/**
 * Increments the revision. Call it as the last step of the transaction that changes listings: it
 * locks a row that every such transaction needs.
 */
export async function bumpRevision(transaction: Pick<Database, 'insert'>) {
  await transaction
    .insert(catalogue)
    .values({ id: 1, revision: 1 })
    .onConflictDoUpdate({
      target: catalogue.id,
      set: { revision: sql`${catalogue.revision} + 1` },
    })
}

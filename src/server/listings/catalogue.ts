import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { catalogue } from '#server/db/schema.ts'

export interface Catalogue {
  /** The number that grows with every change to what a search could return. */
  revision: () => Promise<number>
  /** Says that this process has changed something: what is read from now on is as it is then. */
  changed: () => void
}

interface CatalogueOptions {
  /** For how long a revision is believed without asking the database again; milliseconds. */
  freshFor?: number
  /** Milliseconds that only ever grow. */
  clock?: () => number
}

/**
 * The catalogue as other processes may change it, the importer on the command line among them:
 * the database is asked what they did, at most once in a moment.
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
 * Says that listings changed. Belongs into the transaction that changes them, as its last step:
 * whoever changes them next waits until it is over.
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

import type { Transaction } from '#server/db/database.ts'
import { listingChanges } from '#server/db/schema.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'

export type NewChange = Omit<typeof listingChanges.$inferInsert, 'id'>

/** The number of changes that one statement inserts. A statement has at most 65,535 parameters. */
const BATCH = 5000

/**
 * Adds changes to the history, and increments the catalogue's revision. Call this last in the
 * transaction that changes the listings. The revision's row stays locked until the commit, so the
 * changes of two transactions get their ids in the order of the commits. A reader who has seen an id
 * has therefore seen all smaller ids.
 */
export async function publishChanges(tx: Transaction, changes: NewChange[]) {
  await bumpRevision(tx)
  for (let start = 0; start < changes.length; start += BATCH) {
    await tx.insert(listingChanges).values(changes.slice(start, start + BATCH))
  }
}

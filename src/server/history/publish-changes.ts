import type { Transaction } from '#server/db/database.ts'
import { listingChanges } from '#server/db/schema.ts'
import { bumpRevision, isOneOf } from '#server/listings/catalogue.ts'

export type NewChange = Omit<typeof listingChanges.$inferInsert, 'id'>
/** What has changed, without the listing and the time. */
export type Change = Pick<NewChange, 'kind' | 'before' | 'after'>

/** The number of changes that one statement inserts. A statement has at most 65,535 parameters. */
const BATCH = 5000

/**
 * Adds changes to the history, and increments the catalogue's revision. `ids` are the listings whose
 * records have changed, also those without a change in the history. Call this last in the transaction
 * that changes the listings. The revision's row stays locked until the commit, so two transactions
 * get the ids of their changes in the order of their commits. So a reader who sees a change also sees
 * all changes with smaller ids.
 */
export async function publishChanges(tx: Transaction, changes: NewChange[], ids: string[]) {
  await bumpRevision(tx, isOneOf(ids))
  for (let start = 0; start < changes.length; start += BATCH) {
    await tx.insert(listingChanges).values(changes.slice(start, start + BATCH))
  }
}

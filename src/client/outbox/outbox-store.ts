import { keys, promisifyRequest, type UseStore } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'
import type { Change } from './unsent-changes.ts'

/** The state of an unsent change in IndexedDB. */
export interface Stored {
  /** The request that sends the change with the person's token. Null once the session has ended. */
  request: EndpointRequest | null
  /** The result of the worker's attempt, until a page has handled it. */
  outcome: 'sent' | { refusal: string } | null
  /** The server's response to the worker, as JSON. */
  answer?: unknown
}

export type StoredChange<C extends Change = Change> = C & Stored

/**
 * Opens the store of the outbox with this name. The lock, the channel and the Background Sync tag
 * have the same name.
 */
export function openStore(name: string) {
  return openDatabase(`engawa-${name}`, 'changes')
}

/** Reads and writes a row in one transaction, so that no other tab or worker writes in between. */
export function updateRow(
  store: UseStore,
  key: IDBValidKey,
  next: (row: unknown) => unknown[],
): Promise<void> {
  return store('readwrite', async (rows) => {
    const changes = next(await promisifyRequest(rows.get(key)))
    // Delete a row with no changes left, because the row would reveal that the account was used
    // here.
    if (changes.length > 0) rows.put(changes, key)
    else rows.delete(key)
    await promisifyRequest(rows.transaction)
  })
}

/**
 * Reduces the unsent changes to the data that the same person needs to send them after signing in
 * again. `reduce` removes the token and all data that can be loaded again, and returns nothing for
 * a settled change. If another person signs in, these changes are deleted too. Rejects if storage
 * is broken.
 */
export async function reduceChanges<C extends Change>(
  name: string,
  reduce: (change: StoredChange<C>) => Partial<C>[],
) {
  const store = openStore(name)
  for (const key of await keys(store)) {
    await updateRow(store, key, (row) => {
      // Pages of this build or of an older one have written the row, so it is only checked to be a
      // list.
      const changes = (Array.isArray(row) ? row : []) as StoredChange<C>[]
      return changes.flatMap(reduce)
    })
  }
}

import { keys, promisifyRequest, type UseStore } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'
import type { FavoriteChange } from './unsent-favorites.ts'

/** An unsent change in IndexedDB. */
export interface StoredChange extends FavoriteChange {
  /** The request that sends the change with the person's token. Null once the session has ended. */
  request: EndpointRequest | null
  /** The result of the worker's attempt, until a page has handled it. */
  outcome: 'sent' | { refusal: string } | null
}

export function openStore() {
  return openDatabase('engawa-outbox', 'changes')
}

/** Reads and writes a row in one transaction, so that no other tab or worker writes in between. */
export function updateRow(
  store: UseStore,
  key: IDBValidKey,
  next: (row: unknown) => Partial<StoredChange>[],
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
 * Reduces unsent changes to what the same person needs to send them after signing in again: no
 * name, no token, no listing record. If another person signs in, these changes are deleted too.
 * Rejects when storage is broken.
 */
export async function reduceOutbox() {
  const store = openStore()
  for (const key of await keys(store)) await updateRow(store, key, reduce)
}

function reduce(row: unknown) {
  const changes: StoredChange[] = Array.isArray(row) ? row : []
  return changes
    .filter(({ outcome }) => !outcome)
    .map(({ id, listingId, favorite, at }) => ({ id, listingId, favorite, at }))
}

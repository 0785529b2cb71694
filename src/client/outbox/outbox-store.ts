import { keys, promisifyRequest, type UseStore } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'
import type { Change } from './unsent.ts'

/** A change as it waits in IndexedDB. */
export interface StoredChange extends Change {
  /** What carries it to the server in its person's name; null once their session has ended. */
  request: EndpointRequest | null
  /** What the worker has done with it, of which no page knows yet. */
  outcome: 'sent' | { refusal: string } | null
}

export function openStore() {
  return openDatabase('engawa-outbox', 'changes')
}

/** Reads and writes a row in one transaction, so that neither another tab nor the worker comes in between. */
export function updateRow(
  store: UseStore,
  key: IDBValidKey,
  next: (row: unknown) => Partial<StoredChange>[],
): Promise<void> {
  return store('readwrite', async (rows) => {
    const changes = next(await promisifyRequest(rows.get(key)))
    // An account without changes leaves no trace.
    if (changes.length > 0) rows.put(changes, key)
    else rows.delete(key)
    await promisifyRequest(rows.transaction)
  })
}

/**
 * Leaves of unsent changes only what the same person needs to send them after signing in again:
 * no name, no token, no record of a listing. Where another person signs in, the rest goes too.
 * Rejects when the storage is broken.
 */
export async function reduceUnsent() {
  const store = openStore()
  for (const key of await keys(store)) await updateRow(store, key, reduce)
}

function reduce(row: unknown) {
  const changes: StoredChange[] = Array.isArray(row) ? row : []
  return changes
    .filter(({ outcome }) => !outcome)
    .map(({ id, listingId, favorite, at }) => ({ id, listingId, favorite, at }))
}

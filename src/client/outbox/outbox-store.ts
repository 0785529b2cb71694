import { keys, promisifyRequest, type UseStore } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'
import type { Change } from './unsent-changes.ts'

/** The state of an unsent change in IndexedDB. */
export interface Stored {
  /** The request that sends the change with the person's token. Null once the session has ended. */
  request: EndpointRequest | null
  /**
   * The outcome after the service worker has sent the change: `sent`, or the reason why the server
   * refused the change. Null if the worker has not tried yet, or if a page has already handled the
   * outcome.
   */
  outcome: 'sent' | { refusal: string } | null
  /** The server's response to the service worker, as JSON. */
  answer?: unknown
}

export type StoredChange<C extends Change = Change> = C & Stored

/**
 * `name` is the name of the outbox. The outbox also uses this name for its lock, its channel and
 * its Background Sync tag.
 */
export function openStore(name: string) {
  return openDatabase(`engawa-${name}`, 'changes')
}

/**
 * Reads and writes a row in one transaction, so that no other tab or service worker writes in
 * between.
 */
export function updateRow(
  store: UseStore,
  key: IDBValidKey,
  next: (row: unknown) => unknown[],
): Promise<void> {
  return store('readwrite', async (rows) => {
    const changes = next(await promisifyRequest(rows.get(key)))
    // Delete a row that has no changes left. Even an empty row would show that the account was used
    // on this device.
    if (changes.length > 0) rows.put(changes, key)
    else rows.delete(key)
    await promisifyRequest(rows.transaction)
  })
}

/**
 * Reduces unsent changes to the data that is needed to send them after the same person signs in
 * again. `strip` removes the token and all data that the page can load again. If the server has
 * already accepted or refused a change, `strip` returns an empty array. If another person signs in
 * later, the outbox deletes the reduced changes. Rejects when storage is broken.
 */
export async function stripChanges<C extends Change>(
  name: string,
  strip: (change: StoredChange<C>) => Partial<C>[],
) {
  const store = openStore(name)
  for (const key of await keys(store)) {
    await updateRow(store, key, (row) => {
      // The rows need no validation, because only this app writes them. If the row is missing, there
      // are no changes.
      const changes = (Array.isArray(row) ? row : []) as StoredChange<C>[]
      return changes.flatMap(strip)
    })
  }
}

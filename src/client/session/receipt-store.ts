import { createStore } from 'idb-keyval'

/** The tag of Background Sync for receipts. */
export const RECEIPTS = 'receipts'

/**
 * The store of receipts that wait to be sent. The worker uses this store, because the worker cannot
 * read local storage.
 */
export function openReceiptStore() {
  return createStore('engawa-receipts', 'receipts')
}

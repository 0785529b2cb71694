import { createStore } from 'idb-keyval'

/** The tag of Background Sync for receipts. */
export const RECEIPTS = 'receipts'

/** Where the worker finds the receipts that wait, which cannot read local storage. */
export function openReceiptStore() {
  return createStore('engawa-receipts', 'receipts')
}

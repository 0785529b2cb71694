import { createStore } from 'idb-keyval'

/** The tag of Background Sync for receipts. */
export const RECEIPTS = 'receipts'

/** The store of waiting receipts for the worker, which cannot read local storage. */
export function openReceiptStore() {
  return createStore('engawa-receipts', 'receipts')
}

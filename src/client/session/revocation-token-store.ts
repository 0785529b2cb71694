import { createStore } from 'idb-keyval'

/** The tag of Background Sync for revocation tokens. */
export const REVOCATION_TOKENS = 'receipts'

/**
 * The store of revocation tokens that wait to be sent. The service worker uses this store, because
 * the worker cannot read local storage.
 */
export function openRevocationTokenStore() {
  return createStore('engawa-receipts', 'receipts')
}

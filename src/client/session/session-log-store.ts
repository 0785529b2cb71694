import { openDatabase } from '#client/browser/database.ts'

/** The key of the row that records which session has left data here. */
export const SESSION_LOG = 'traces'

/**
 * The store of the session log and the saved first screens. Because they share a store, the start
 * of the app reads both in one transaction.
 */
export const sessionLogStore = openDatabase('engawa-traces', 'traces')

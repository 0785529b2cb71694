import { openDatabase } from '#client/browser/database.ts'

/** The key of the row that records which session has left data on this device. */
export const SESSION_LOG = 'traces'

/**
 * The store of the session log and of the saved first screens. When the app starts, it can read
 * both in one transaction, because both are in the same store.
 */
export const sessionLogStore = openDatabase('engawa-traces', 'traces')

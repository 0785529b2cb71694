import { openDatabase } from '#client/browser/database.ts'

/** The key of the row that records which session has left data on this device. */
export const SESSION_LOG = 'traces'

/**
 * A store in IndexedDB with two kinds of rows: the session log, and page snapshots. A single store
 * allows a start to read both in one transaction, and a session to end both in one transaction.
 */
export const sessionLogStore = openDatabase('engawa-traces', 'traces')

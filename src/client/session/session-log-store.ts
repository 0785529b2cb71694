/** The key of the row that records which session has left data on this device. */
export const SESSION_LOG = 'traces'

/**
 * The names of the database and its store in IndexedDB. The store has two kinds of rows: the session
 * log, and page snapshots. So a start reads both in one transaction, and the end of a session
 * deletes the snapshots in the transaction that records the end.
 */
export const SESSION_LOG_STORE = ['engawa-traces', 'traces'] as const

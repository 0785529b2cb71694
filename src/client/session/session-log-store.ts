import { openDatabase } from '#client/browser/database.ts'

/** The key of the row that records which session has left data on this device. */
export const SESSION_LOG = 'traces'

/**
 * An IndexedDB store with two kinds of rows: the session log, and the first screens that the app
 * saves for its next start. The app reads both kinds when it starts. A single store allows the app
 * to read them in one transaction.
 */
export const sessionLogStore = openDatabase('engawa-traces', 'traces')

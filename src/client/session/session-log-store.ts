import { openDatabase } from '#client/browser/database.ts'

/** The key of the row that records which session has left data here. */
export const SESSION_LOG = 'traces'

/** The store of that row and of the saved first screens, to read both in one transaction. */
export const sessionLogStore = openDatabase('engawa-traces', 'traces')

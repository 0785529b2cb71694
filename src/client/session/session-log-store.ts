import { openDatabase } from '#client/browser/database.ts'

/** The key of the row that records which session has left data here. */
export const TRACES = 'traces'

/** The store of that row and of the saved first screens, to read both in one transaction. */
export const tracesStore = openDatabase('engawa-traces', 'traces')

import { openDatabase } from '#client/browser/database.ts'

/** The key of the row that records which session has left data here. */
export const SESSION_LOG = 'traces'

/** The store of the session log and the saved first screens: one transaction can read both. */
export const sessionLogStore = openDatabase('engawa-traces', 'traces')

import { openDatabase } from '#client/browser/database.ts'

/** The key of the row that records which session has left data here. */
export const SESSION_LOG = 'traces'

/**
 * The store of the session log and of the saved first screens. They share a store, so that one
 * transaction can read both at the start.
 */
export const sessionLogStore = openDatabase('engawa-traces', 'traces')

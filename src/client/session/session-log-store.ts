import { openDatabase } from '#client/browser/database.ts'

/** The key of the row that says of which sessions there is something here. */
export const TRACES = 'traces'

/** Where that lies, and beside it what is seen before the app is there: so each can be read with the other. */
export const tracesStore = openDatabase('engawa-traces', 'traces')

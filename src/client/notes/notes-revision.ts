import { createStore } from '#client/browser/listeners.ts'

/** The latest revision of the person's notes on the server, as far as this page knows. */
export const notesRevision = createStore<number | undefined>(undefined)

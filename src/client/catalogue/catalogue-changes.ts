import { createListeners } from '#client/browser/listeners.ts'

/** Calls its listeners when a tab has changed the stored blocks or the person's choice. */
export const catalogueChanges = createListeners()

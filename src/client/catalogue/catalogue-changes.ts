import { createListeners } from '#client/browser/listeners.ts'

/** Told when the stored blocks or the person's choice have changed, in this or another tab. */
export const catalogueChanges = createListeners()

import { createListeners } from '#client/browser/listeners.ts'

/** Tells that the blocks on this device, or what is wanted, have changed in this or another tab. */
export const catalogueChanges = createListeners()

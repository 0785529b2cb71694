import { createListeners } from '#client/browser/listeners.ts'
import { session } from '#client/session/session.ts'

const NONE: readonly string[] = []

let chosen = NONE
const listeners = createListeners()

function set(next: readonly string[]) {
  chosen = next
  listeners.tell()
}

// The next account on this device must not see which houses this one has chosen.
session.watch(() => set(NONE))

/** The favorites that are chosen to be compared or printed, until the app is closed. */
export const chosenFavorites = {
  watch: listeners.watch,
  ids: () => chosen,
  has: (id: string) => chosen.includes(id),
  toggle: (id: string) =>
    set(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]),
  clear: () => set(NONE),
}

import { createListeners } from '#client/browser/listeners.ts'
import { session } from '#client/session/session.ts'

const NONE: readonly string[] = []

/** The choice belongs to a session, because the next account on this device must not see it. */
let chosen: { token: string | null; ids: readonly string[] } = { token: null, ids: NONE }
const listeners = createListeners()

function ids() {
  return chosen.token === session.token() ? chosen.ids : NONE
}

function set(next: readonly string[]) {
  chosen = { token: session.token(), ids: next }
  listeners.tell()
}

/** The favorites that are chosen to be compared or printed, until the app is closed. */
export const chosenFavorites = {
  watch: listeners.watch,
  ids,
  has: (id: string) => ids().includes(id),
  toggle: (id: string) =>
    set(ids().includes(id) ? ids().filter((other) => other !== id) : [...ids(), id]),
  clear: () => set(NONE),
}

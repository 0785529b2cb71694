import { createStore } from '#client/browser/listeners.ts'
import { session } from '#client/session/session.ts'

/** The smallest and the largest number of houses in a comparison. */
export const COMPARED = { least: 2, most: 4 }

const NONE: readonly string[] = []

/**
 * Store the choice of favorites with the session's token, because the next account on this device
 * must not see the choice.
 */
const chosen = createStore<{ token: string | null; ids: readonly string[] }>({
  token: null,
  ids: NONE,
})

function ids() {
  const { token, ids } = chosen.current()
  return token === session.token() ? ids : NONE
}

const set = (ids: readonly string[]) => chosen.set({ token: session.token(), ids })

/** The favorites that are chosen to be compared or printed, until the app is closed. */
export const chosenFavorites = {
  watch: chosen.watch,
  ids,
  has: (id: string) => ids().includes(id),
  toggle: (id: string) =>
    set(ids().includes(id) ? ids().filter((other) => other !== id) : [...ids(), id]),
  clear: () => set(NONE),
}

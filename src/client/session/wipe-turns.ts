import { withLock } from '#client/browser/locks.ts'

const LOCK = 'traces'

let last: Promise<unknown> = Promise.resolve()

/** Resolves when the wipes that this page has started are finished. */
export function whenWiped() {
  return last
}

/**
 * Runs functions that use the session log one after another. If the browser supports locks, the
 * functions of other tabs wait too.
 */
export function inWipeTurn<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(() => withLock(LOCK, run))
  last = turn.catch(() => undefined)
  return turn
}

import { withLock } from '#client/browser/locks.ts'

const LOCK = 'traces'

let last: Promise<unknown> = Promise.resolve()

/** Resolves when all deletions of session data that this page has started have ended. */
export function whenWiped() {
  return last
}

/**
 * Runs `run` once the functions of all earlier calls have ended, so that only one function at a
 * time uses the session log. If the browser supports locks, the functions of other tabs wait too.
 */
export function inWipeQueue<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(() => withLock(LOCK, run))
  last = turn.catch(() => undefined)
  return turn
}

import { withLock } from '#client/browser/locks.ts'

const LOCK = 'traces'

let last: Promise<unknown> = Promise.resolve()

/** Resolves when the wipes that this page has started are finished. */
export function whenWiped() {
  return last
}

/**
 * Waits for the functions of all earlier calls, and then runs `run`. So functions of this page that
 * use the session log never run at the same time. If the browser supports locks, the functions of
 * other tabs wait too.
 */
export function inWipeQueue<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(() => withLock(LOCK, run))
  last = turn.catch(() => undefined)
  return turn
}

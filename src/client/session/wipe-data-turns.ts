import { withLock } from '#client/browser/locks.ts'

const LOCK = 'traces'

let last: Promise<unknown> = Promise.resolve()

/** Resolves when what this page has begun to forget of earlier sessions is forgotten. */
export function whenClean() {
  return last
}

/** Runs one after the other what reads and changes traces: here, and in other tabs as far as they can be waited for. */
export function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(() => withLock(LOCK, run))
  last = turn.catch(() => undefined)
  return turn
}

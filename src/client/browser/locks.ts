/**
 * Runs one after the other, in all tabs and the worker, what asks for the same lock, unless all who
 * ask share it. Browsers have locks for pages that came over HTTPS or from the same machine, and deny
 * them where they deny storage; there nothing waits.
 */
export async function withLock<T>(
  name: string,
  run: () => Promise<T>,
  mode: LockMode = 'exclusive',
): Promise<T> {
  if (!navigator.locks) return run()
  let hasLock = false
  try {
    return await navigator.locks.request(name, { mode }, () => {
      hasLock = true
      return run()
    })
  } catch (error) {
    if (hasLock) throw error
    return run()
  }
}

/**
 * What does `work` under a lock, and once more when it is asked to meanwhile. Resolves when nobody
 * asks any more.
 */
export function createTurns(name: string, work: () => Promise<void>) {
  let turns: Promise<void> | undefined
  let isAskedAgain = false

  async function takeTurns() {
    try {
      while (isAskedAgain) {
        isAskedAgain = false
        await withLock(name, work)
      }
    } finally {
      turns = undefined
    }
  }

  return () => {
    isAskedAgain = true
    turns ??= takeTurns()
    return turns
  }
}

/**
 * Runs `run` under a lock that all tabs and the service worker share. Holders in `shared` mode run
 * at the same time. Where Web Locks are missing (no HTTPS, or blocked storage), `run` starts
 * without a lock.
 * @throws what `run` throws.
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
 * Returns a function that runs `work` under a lock. If the function is called while `work` runs,
 * `work` runs once more afterwards, however often the function was called. The promise of each call
 * resolves after the last run.
 */
export function createExclusiveTask(name: string, work: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isRequested = false

  async function runRequested() {
    try {
      while (isRequested) {
        isRequested = false
        await withLock(name, work)
      }
    } finally {
      running = undefined
    }
  }

  return () => {
    isRequested = true
    running ??= runRequested()
    return running
  }
}

interface Heartbeat {
  /** Records that the work goes on. Resolves with false if it now belongs to another process. */
  beat: () => Promise<boolean>
  everyMs: number
  /** Aborted when the work belongs to another process. */
  stop: AbortController
  logError: (error: unknown) => void
}

/**
 * Repeats `beat` while some work goes on, so that other processes see that this one is alive. Returns a
 * function that ends the heartbeat.
 */
export function startHeartbeat({ beat, everyMs, stop, logError }: Heartbeat) {
  let beating: Promise<void> | undefined

  async function beatOnce() {
    if (!(await beat())) stop.abort()
  }

  const timer = setInterval(() => {
    beating ??= beatOnce()
      .catch(logError)
      .finally(() => {
        beating = undefined
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await beating
  }
}

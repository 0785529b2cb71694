interface RetryDelays {
  firstMs: number
  maxMs: number
}

/**
 * Schedules retries. Each delay is twice as long as the previous delay. `reset` starts again with
 * the first delay.
 */
export function createRetries(retry: () => void, { firstMs, maxMs }: RetryDelays) {
  let delay = firstMs
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Schedules the next retry. Replaces a retry that is already scheduled. */
    schedule() {
      clearTimeout(timer)
      timer = setTimeout(retry, delay)
      delay = Math.min(delay * 2, maxMs)
    },
    cancel: () => clearTimeout(timer),
    /** Resets the delay to `firstMs`. */
    reset() {
      delay = firstMs
    },
  }
}

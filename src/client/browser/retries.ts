interface RetryDelays {
  firstMs: number
  maxMs: number
}

/** Schedules retries. Each delay is twice as long as the one before, until a success resets it. */
export function createRetries(retry: () => void, { firstMs, maxMs }: RetryDelays) {
  let delay = firstMs
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Schedules the next retry, in place of one that is scheduled already. */
    schedule() {
      clearTimeout(timer)
      timer = setTimeout(retry, delay)
      delay = Math.min(delay * 2, maxMs)
    },
    cancel: () => clearTimeout(timer),
    /** Makes the next delay the first one again. */
    reset() {
      delay = firstMs
    },
  }
}

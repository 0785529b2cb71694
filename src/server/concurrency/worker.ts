interface Work {
  /** Does everything that is due now, and ends early if `isStopping` returns true. */
  drain: (isStopping: () => boolean) => Promise<void>
  /** The interval in milliseconds between the runs of `drain`. */
  pollMs: number
  logError: (error: unknown) => void
}

/** Repeats background work at intervals, one run at a time. A run that fails is logged. */
export function openWorker({ drain, pollMs, logError }: Work) {
  let isStopping = false
  let isWoken = false
  let endPause = () => {}
  let running: Promise<void> | undefined
  const drainOnce = () => drain(() => isStopping)

  async function run() {
    while (!isStopping) {
      isWoken = false
      await drainOnce().catch(logError)
      if (!isWoken && !isStopping) await pause()
    }
  }

  async function pause() {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    /** Does everything that is due now, beside the runs of `start`. */
    drain: drainOnce,
    start() {
      running ??= run()
    },
    /** Begins the next run immediately, or after the current one. */
    wake() {
      isWoken = true
      endPause()
    },
    /** Resolves when the current run has ended, which it does early. */
    async stop() {
      isStopping = true
      endPause()
      await running
    },
  }
}

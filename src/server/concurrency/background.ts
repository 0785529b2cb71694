import { setImmediate as answersFirst } from 'node:timers/promises'

export type Background = ReturnType<typeof openBackground>

/**
 * Runs tasks in the background. No response waits for these tasks, so response times reveal nothing
 * about them.
 */
export function openBackground(logError: (error: unknown) => void) {
  const running = new Set<Promise<void>>()

  return {
    run(task: () => Promise<void>) {
      const done = answersFirst()
        .then(task)
        .catch(logError)
        .finally(() => running.delete(done))
      running.add(done)
    },
    /** Waits until all running tasks have ended. */
    async settled() {
      await Promise.all(running)
    },
  }
}

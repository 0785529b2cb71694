import { setImmediate as answersFirst } from 'node:timers/promises'

export type Background = ReturnType<typeof openBackground>

/** Runs what an answer does not wait for, so that how long it takes tells nobody anything. */
export function openBackground(report: (error: unknown) => void) {
  const running = new Set<Promise<void>>()

  return {
    run(task: () => Promise<void>) {
      const done = answersFirst()
        .then(task)
        .catch(report)
        .finally(() => running.delete(done))
      running.add(done)
    },
    /** Waits for all that runs. */
    async settled() {
      await Promise.all(running)
    },
  }
}

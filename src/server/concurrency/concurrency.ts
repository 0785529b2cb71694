/** Returns a function that runs tasks with the same key one at a time, in order of arrival. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()

  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(task, task)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

/** The result of `work`, or `otherwise` after a timeout. The work itself is not cancelled. */
export function withTimeout<T>(milliseconds: number, work: Promise<T>, otherwise: T) {
  const tooLate = new Promise<T>((resolve) => {
    setTimeout(resolve, milliseconds, otherwise).unref()
  })
  return Promise.race([work, tooLate])
}

/** Returns a function that runs tasks in the order they come, at most `limit` at a time. */
export function atMost(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running < limit) running += 1
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await task()
    } finally {
      const startNext = waiting.shift()
      // The one that starts takes the place of the one that ended.
      if (startNext) startNext()
      else running -= 1
    }
  }
}

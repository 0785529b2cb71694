/** A set of listeners. */
export function createListeners<News extends unknown[] = []>() {
  const listeners = new Set<(...news: News) => void>()
  return {
    /** Calls `listener` on every `tell`. Returns the unsubscribe function. */
    watch(listener: (...news: News) => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell(...news: News) {
      for (const listener of listeners) listener(...news)
    },
  }
}

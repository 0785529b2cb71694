/** Those who want to hear of something, of which each is told until they stop. */
export function createListeners<News extends unknown[] = []>() {
  const listeners = new Set<(...news: News) => void>()
  return {
    /** Calls `listener` whenever there is something to tell. Returns how to stop. */
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

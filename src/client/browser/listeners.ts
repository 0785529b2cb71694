export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    /** Calls `listener` on every `tell`. Returns the unsubscribe function. */
    watch(listener: (...args: Args) => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell(...args: Args) {
      for (const listener of listeners) listener(...args)
    },
  }
}

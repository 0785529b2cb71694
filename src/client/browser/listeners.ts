export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    /** Calls `listener` each time `tell` is called. Returns the unsubscribe function. */
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

export function createStore<T>(initial: T) {
  let value = initial
  const { watch, tell } = createListeners()
  return {
    current: () => value,
    set(next: T) {
      value = next
      tell()
    },
    /** Calls `listener` after every change. Returns the unsubscribe function. */
    watch,
  }
}

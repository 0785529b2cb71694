interface Cache<Value> {
  /** The value kept under `key`, else what `compute` gives. Who asks meanwhile waits for the same. */
  get: (key: string, compute: () => Promise<Value>) => Promise<Value>
}

/** Keeps values by the last time they were asked for, as many as weigh no more than `capacity`. */
export function createCache<Value>(
  capacity: number,
  weigh: (value: Value) => number = () => 1,
): Cache<Value> {
  // A Map remembers the order of insertion, so its first key is the one longest unused.
  const kept = new Map<string, Value>()
  const underway = new Map<string, Promise<Value>>()
  let weight = 0

  function take(key: string) {
    const value = kept.get(key)
    if (value === undefined) return undefined
    kept.delete(key)
    weight -= weigh(value)
    return value
  }

  function keep(key: string, value: Value) {
    take(key)
    kept.set(key, value)
    weight += weigh(value)
    for (const oldest of kept.keys()) {
      if (weight <= capacity) break
      take(oldest)
    }
    return value
  }

  return {
    async get(key, compute) {
      const value = take(key)
      if (value !== undefined) return keep(key, value)

      const computing =
        underway.get(key) ??
        compute()
          .then((computed) => keep(key, computed))
          .finally(() => underway.delete(key))
      underway.set(key, computing)
      return computing
    },
  }
}

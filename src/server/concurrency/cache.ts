interface Cache<Value> {
  /**
   * Returns the cached value, or computes it. Concurrent calls for one key share the computation.
   */
  get: (key: string, compute: () => Promise<Value>) => Promise<Value>
}

/** An LRU cache. It evicts values while their total weight exceeds `capacity`. */
export function createCache<Value>(
  capacity: number,
  weigh: (value: Value) => number = () => 1,
): Cache<Value> {
  // A Map keeps insertion order, so its first key is the least recently used.
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

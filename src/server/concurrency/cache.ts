import { LRUCache } from 'lru-cache'

/**
 * An LRU cache that computes missing values. Evicts values while the total size exceeds `maxSize`.
 */
export function createCache<Value extends NonNullable<unknown>>(
  maxSize: number,
  sizeOf: (value: Value) => number = () => 1,
) {
  const cache = new LRUCache<string, Value, () => Promise<Value>>({
    maxSize,
    sizeCalculation: sizeOf,
    fetchMethod: (_key, _stale, { context: compute }) => compute(),
    // Callers get a value even if the cache evicts it during the computation. By default, they
    // would get an error.
    ignoreFetchAbort: true,
  })

  return {
    /**
     * Returns the cached value, or computes it. Concurrent calls for a key share one computation.
     */
    get: (key: string, compute: () => Promise<Value>) =>
      cache.forceFetch(key, { context: compute }),
  }
}

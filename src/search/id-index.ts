import { firstFrom } from './binary-search.ts'

/** A key is a hash of 32 bits times this number, plus a row number, so that both fit into a double. */
const MAX_ROWS = 2 ** 21

/**
 * Makes an index that finds the number of a row by its id. It takes 8 bytes a row. A `Map` would take
 * about a hundred, because it keeps the ids as texts.
 * @param size the number of rows, at most 2 million. Their numbers are below this size.
 */
export function createIdIndex(size: number) {
  const keys = new Float64Array(size).fill(Infinity)
  let count = 0
  let isSorted = true

  return {
    /** `id` is in UTF-8. */
    add(id: Uint8Array, row: number) {
      keys[count] = hashOf(id) * MAX_ROWS + row
      count += 1
      isSorted = false
    },

    /** Undefined if no row has the id. `idOf` reads the id of a row, because ids may share a hash. */
    find(id: string, idOf: (row: number) => string | null) {
      if (!isSorted) keys.sort()
      isSorted = true
      const first = hashOf(new TextEncoder().encode(id)) * MAX_ROWS
      for (let at = firstFrom(keys, first); (keys[at] ?? Infinity) < first + MAX_ROWS; at++) {
        const row = (keys[at] ?? 0) - first
        if (idOf(row) === id) return row
      }
      return undefined
    },
  }
}

/** The hash FNV-1a. */
function hashOf(bytes: Uint8Array) {
  let hash = 0x811c9dc5
  for (let at = 0; at < bytes.length; at++) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  }
  return hash >>> 0
}

import { createStore } from '#client/browser/listeners.ts'

/** A change that a person made and that the server may not have yet. */
export interface Change {
  /** Distinguishes two changes with the same key. */
  id: number | string
  /** When the person made the change, in milliseconds of the server's clock. */
  at: number
}

/**
 * The key of the value that a change sets. Of two changes with the same key, only the later one
 * counts.
 */
export type KeyOf<C extends Change> = (change: C) => string

export type UnsentChanges<C extends Change> = ReturnType<typeof createUnsentChanges<C>>

/** The changes that the server may not have yet: one per key, the latest last. */
export function createUnsentChanges<C extends Change>(keyOf: KeyOf<C>) {
  const { current: all, set, watch } = createStore<readonly C[]>([])
  return {
    all,
    of: (key: string) => all().find((change) => keyOf(change) === key),
    set,
    /**
     * Returns the time for a new change with this key. The time is later than the key's previous
     * change, even if the clock was set back.
     */
    timeOfNext: (key: string, now: Date) =>
      Math.max(
        now.getTime(),
        ...all()
          .filter((change) => keyOf(change) === key)
          .map(({ at }) => at + 1),
      ),
    add: (change: C) => set(withLatest(all(), change, keyOf)),
    /** Removes a change, unless a later change has replaced it. */
    remove: (id: C['id']) => set(all().filter((change) => change.id !== id)),
    watch,
  }
}

/**
 * Adds a change. If there are several changes with one key, keeps only the latest one. The order in
 * which they arrive does not matter.
 */
export function withLatest<C extends Change, S extends C>(
  changes: readonly S[],
  change: S,
  keyOf: KeyOf<C>,
): S[] {
  const key = keyOf(change)
  const known = changes.find((other) => keyOf(other) === key)
  if (known && known.at > change.at) return [...changes]
  return [...changes.filter((other) => keyOf(other) !== key), change]
}

import { withStorage } from '#client/browser/storage.ts'
import type { Change, KeyOf } from './unsent-changes.ts'

interface JournalOptions<C extends Change> {
  /** A key in local storage consists of this prefix and the key of the change. */
  prefix: string
  keyOf: KeyOf<C>
  /**
   * Removes data that the page can load again. If local storage has no room for the whole change,
   * the change may still fit without this data.
   */
  strip?: (change: C) => C
}

export type Journal<C extends Change> = ReturnType<typeof createJournal<C>>

/**
 * Keeps the latest change of each key in local storage until IndexedDB has stored it. The page
 * writes to local storage synchronously while it handles the tap. An asynchronous write would lose
 * the change if the page were reloaded immediately after the tap.
 */
export function createJournal<C extends Change>({
  prefix,
  keyOf,
  strip = (change) => change,
}: JournalOptions<C>) {
  type Entry = C & { userId: string }

  function keys() {
    return (
      withStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix))) ?? []
    )
  }

  function read(key: string) {
    return withStorage((storage): Partial<Entry> | null =>
      JSON.parse(storage.getItem(key) ?? 'null'),
    )
  }

  function remove(key: string) {
    withStorage((storage) => storage.removeItem(key))
  }

  const has = (change: C) => read(prefix + keyOf(change))?.id === change.id

  return {
    /** Returns whether local storage accepted the change. */
    write(userId: string, change: C) {
      const put = (stored: C) =>
        withStorage((storage) => {
          storage.setItem(prefix + keyOf(change), JSON.stringify({ userId, ...stored }))
          return true
        }) === true
      return put(change) || put(strip(change))
    },

    /**
     * Returns unvalidated entries. The caller must validate them, because local storage can contain
     * anything.
     */
    readAll(userId: string): unknown[] {
      return keys().flatMap((key) => {
        const entry = read(key)
        return entry?.userId === userId ? [entry] : []
      })
    },

    has,

    /** Removes a change from local storage, unless a later change has replaced it. */
    remove(change: C) {
      if (has(change)) remove(prefix + keyOf(change))
    },

    clear() {
      for (const key of keys()) remove(key)
    },

    /** Deletes the unsent changes of all accounts except `userId`. */
    clearOthers(userId: string) {
      for (const key of keys()) if (read(key)?.userId !== userId) remove(key)
    },

    /** Reduces each change in local storage to the data that is needed to send the change. */
    strip() {
      for (const key of keys()) {
        // Only this journal writes entries, so skip validation. An entry in an older format does no
        // harm.
        const entry = strip({ ...read(key) } as C)
        withStorage((storage) => storage.setItem(key, JSON.stringify(entry)))
      }
    },
  }
}

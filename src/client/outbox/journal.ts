import { withStorage } from '#client/browser/storage.ts'
import type { Change } from './unsent.ts'

/** Followed by the id of a listing. */
const PREFIX = 'unsent-'

interface Entry extends Change {
  userId: string
}

/**
 * The latest change of each listing, in local storage until IndexedDB has it. Local storage is
 * written within the tap: without it, a reload in the next moment would lose a change that the
 * screen has shown.
 */
export const journal = {
  write(userId: string, change: Change) {
    const entry: Entry = { userId, ...change }
    const put = (kept: Entry) =>
      withStorage((storage) => {
        storage.setItem(PREFIX + change.listingId, JSON.stringify(kept))
        return true
      })
    // A full storage may still have room for what the person wants.
    if (!put(entry)) put({ ...entry, listing: null })
  },

  /** As somebody may have written them. */
  readAll(userId: string): unknown[] {
    return keys().flatMap((key) => {
      const entry = read(key)
      return entry?.userId === userId ? [entry] : []
    })
  },

  has: ({ id, listingId }: Pick<Change, 'id' | 'listingId'>) => read(PREFIX + listingId)?.id === id,

  /** Takes out a change, unless it was followed by another. */
  remove(change: Pick<Change, 'id' | 'listingId'>) {
    if (journal.has(change)) remove(PREFIX + change.listingId)
  },

  clear() {
    for (const key of keys()) remove(key)
  },

  /** Nothing of one account waits where another is signed in. */
  clearOthers(userId: string) {
    for (const key of keys()) if (read(key)?.userId !== userId) remove(key)
  },

  /** Leaves no record of a listing. */
  reduce() {
    for (const key of keys()) {
      const entry = read(key)
      withStorage((storage) => storage.setItem(key, JSON.stringify({ ...entry, listing: null })))
    }
  },
}

function keys() {
  return (
    withStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX))) ?? []
  )
}

function read(key: string) {
  return withStorage((storage): Partial<Entry> | null => JSON.parse(storage.getItem(key) ?? 'null'))
}

function remove(key: string) {
  withStorage((storage) => storage.removeItem(key))
}

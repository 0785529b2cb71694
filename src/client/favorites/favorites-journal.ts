import { withStorage } from '#client/browser/storage.ts'
import type { FavoriteChange } from './unsent-favorites.ts'

/** The prefix of the keys. A listing's id follows the prefix. */
const PREFIX = 'unsent-'

interface Entry extends FavoriteChange {
  userId: string
}

/**
 * The latest change of each listing, in local storage until IndexedDB has it. Local storage is
 * written synchronously in the tap. An asynchronous write would lose the change if the page were
 * reloaded at once.
 */
export const favoritesJournal = {
  write(userId: string, change: FavoriteChange) {
    const entry: Entry = { userId, ...change }
    const put = (stored: Entry) =>
      withStorage((storage) => {
        storage.setItem(PREFIX + change.listingId, JSON.stringify(stored))
        return true
      })
    // If storage is full, the change may still fit without its record.
    if (!put(entry)) put({ ...entry, listing: null })
  },

  /** Local storage can contain anything, so validate before use. */
  readAll(userId: string): unknown[] {
    return keys().flatMap((key) => {
      const entry = read(key)
      return entry?.userId === userId ? [entry] : []
    })
  },

  has: ({ id, listingId }: Pick<FavoriteChange, 'id' | 'listingId'>) =>
    read(PREFIX + listingId)?.id === id,

  /** Removes a change, unless a later one has replaced it. */
  remove(change: Pick<FavoriteChange, 'id' | 'listingId'>) {
    if (favoritesJournal.has(change)) remove(PREFIX + change.listingId)
  },

  clear() {
    for (const key of keys()) remove(key)
  },

  /** Deletes the unsent changes of other accounts. */
  clearOthers(userId: string) {
    for (const key of keys()) if (read(key)?.userId !== userId) remove(key)
  },

  /** Removes the listing records and keeps the changes. */
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

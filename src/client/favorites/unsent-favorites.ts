import { createListeners } from '#client/browser/listeners.ts'
import type { ListingRecord } from '#contract/listings.ts'

/** A change that a person made: to add a listing to the favorites, or to remove it. */
export interface FavoriteChange {
  /** Distinguishes two changes of the same listing. */
  id: number
  listingId: string
  favorite: boolean
  /**
   * When the person made the change, by the server's clock as this device knows it. In
   * milliseconds.
   */
  at: number
  /** The record for the optimistic update. Null if the record could not be stored. */
  listing: ListingRecord | null
}

export type UnsentFavorites = ReturnType<typeof createUnsentFavorites>

/** The changes that the server may not have yet: one per listing, the latest last. */
export function createUnsentFavorites() {
  let changes: readonly FavoriteChange[] = []
  const listeners = createListeners()

  function set(next: readonly FavoriteChange[]) {
    changes = next
    listeners.tell()
  }

  return {
    all: () => changes,
    of: (listingId: string) => changes.find((change) => change.listingId === listingId),
    set,
    /** A time later than the listing's previous change, even if the clock was set back. */
    timeOfNext: (listingId: string, now: Date) =>
      Math.max(
        now.getTime(),
        ...changes.filter((change) => change.listingId === listingId).map(({ at }) => at + 1),
      ),
    add: (change: FavoriteChange) => set(withLatest(changes, change)),
    /** Removes a change, unless a later one has replaced it. */
    remove: (id: number) => set(changes.filter((change) => change.id !== id)),
    /** Calls `listener` after every change. Returns the unsubscribe function. */
    watch: listeners.watch,
  }
}

/** The unsent changes of the signed-in person, from all tabs. */
export const unsentFavorites = createUnsentFavorites()

/** Adds a change. Only the latest change per listing counts, whatever the order of arrival. */
export function withLatest<C extends FavoriteChange>(changes: readonly C[], change: C): C[] {
  const known = changes.find(({ listingId }) => listingId === change.listingId)
  if (known && known.at > change.at) return [...changes]
  return [...changes.filter(({ listingId }) => listingId !== change.listingId), change]
}

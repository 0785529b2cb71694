import { createListeners } from '#client/browser/listeners.ts'
import type { ListingRecord } from '#contract/listings.ts'

/** What somebody wants of a listing: that it be a favorite, or not. */
export interface Change {
  /** Tells two changes of mind about the same listing apart. */
  id: number
  listingId: string
  favorite: boolean
  /** When it was made, by the server's clock as this device knows it; milliseconds. */
  at: number
  /** What to show of it until the server has it; null when that could not be kept. */
  listing: ListingRecord | null
}

export type Unsent = ReturnType<typeof createUnsent>

/** The changes that the server may not have yet: one per listing, the latest last. */
export function createUnsent() {
  let changes: readonly Change[] = []
  const listeners = createListeners()

  function set(next: readonly Change[]) {
    changes = next
    listeners.tell()
  }

  return {
    all: () => changes,
    of: (listingId: string) => changes.find((change) => change.listingId === listingId),
    set,
    /** When a change that is made now was made: after the one it follows, even if the clock was set back. */
    timeOfNext: (listingId: string, now: Date) =>
      Math.max(
        now.getTime(),
        ...changes.filter((change) => change.listingId === listingId).map(({ at }) => at + 1),
      ),
    add: (change: Change) => set(withLatest(changes, change)),
    /** Takes out a change, unless it was followed by another. */
    remove: (id: number) => set(changes.filter((change) => change.id !== id)),
    /** Calls `listener` after every change. Returns how to stop. */
    watch: listeners.watch,
  }
}

/** What the person who is signed in has changed in this tab, or in another. */
export const unsent = createUnsent()

/** The last word on a listing is the only one, whichever comes in first. */
export function withLatest<C extends Change>(changes: readonly C[], change: C): C[] {
  const known = changes.find(({ listingId }) => listingId === change.listingId)
  if (known && known.at > change.at) return [...changes]
  return [...changes.filter(({ listingId }) => listingId !== change.listingId), change]
}

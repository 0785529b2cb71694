import { createListeners } from '#client/listeners.ts'
import type { ListingRecord } from '#contract/listings.ts'

/** What somebody wants of a listing: that it be a favorite, or not. */
export interface Change {
  /** Tells two changes of mind about the same listing apart. */
  id: number
  listingId: string
  favorite: boolean
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
    add: (change: Change) => set(withLatest(changes, change)),
    /** Takes out a change, unless it was followed by another. */
    remove: (id: number) => set(changes.filter((change) => change.id !== id)),
    /** Calls `listener` after every change. Returns how to stop. */
    watch: listeners.watch,
  }
}

/** What the person who is signed in has changed in this tab, or in another. */
export const unsent = createUnsent()

/** The last word on a listing is the only one. */
export function withLatest<C extends Change>(changes: readonly C[], change: C): C[] {
  return [...changes.filter(({ listingId }) => listingId !== change.listingId), change]
}

import { createJournal } from '#client/outbox/journal.ts'
import { type FavoriteChange, listingOf } from './unsent-favorites.ts'

/**
 * Keeps each listing's latest change in local storage until IndexedDB has stored it. Without this,
 * a reload right after a tap could lose the change.
 */
export const favoritesJournal = createJournal<FavoriteChange>({
  prefix: 'unsent-',
  keyOf: listingOf,
  strip: (change) => ({ ...change, listing: null }),
})

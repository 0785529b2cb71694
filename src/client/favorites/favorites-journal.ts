import { createJournal } from '#client/outbox/journal.ts'
import { type FavoriteChange, listingOf } from './unsent-favorites.ts'

/** Keeps the latest change of each listing in local storage until IndexedDB has stored it. */
export const favoritesJournal = createJournal<FavoriteChange>({
  prefix: 'unsent-',
  keyOf: listingOf,
  lighten: (change) => ({ ...change, listing: null }),
})

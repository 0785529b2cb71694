import { now } from '#client/browser/clock.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { session } from '#client/session/session.ts'
import { favoritesJournal } from './favorites-journal.ts'
import { sendAddedFavorites } from './favorites-sync.ts'
import { type FavoriteChange, unsentFavorites } from './unsent-favorites.ts'

/**
 * Adds or removes a favorite as an optimistic update. The outbox sends the change. Callers need no
 * `await` and no rollback.
 */
export function setFavorite(listing: Listing, favorite: boolean) {
  const change: FavoriteChange = {
    id: Math.random(),
    listingId: listing.id,
    favorite,
    at: unsentFavorites.timeOfNext(listing.id, now()),
    listing: favorite ? listing.record : null,
  }
  const userId = session.userId()
  if (userId !== undefined) favoritesJournal.write(userId, change)
  unsentFavorites.add(change)
  sendAddedFavorites()
}

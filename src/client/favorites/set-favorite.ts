import { now } from '#client/browser/clock.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { createSyncedOutbox } from '#client/outbox/sync-outbox.ts'
import { session } from '#client/session/session.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { type FavoriteChange, favoritesJournal, unsentFavorites } from './unsent-favorites.ts'

const outbox = createSyncedOutbox({
  name: OUTBOX,
  unsent: unsentFavorites,
  async open(queryClient, userId, hasMissedMessage) {
    const { openAccountFavorites } = await import('./favorites-outbox.ts')
    return openAccountFavorites(queryClient, { userId, isListStale: hasMissedMessage() })
  },
})

export const syncFavorites = outbox.sync
export const sendUnsentFavorites = outbox.sendUnsent
export const sendAddedFavorites = outbox.sendAdded
export const discardUnsentFavorites = outbox.discard

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

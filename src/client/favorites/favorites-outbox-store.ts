import { stripChanges } from '#client/outbox/outbox-store.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import type { FavoriteChange } from './unsent-favorites.ts'

/**
 * Removes the token and the listing's record from each unsent change. Deletes the changes that the
 * server has already accepted or refused. Rejects if storage is broken.
 */
export function stripOutbox() {
  return stripChanges<FavoriteChange>(OUTBOX, ({ id, listingId, favorite, at, outcome }) =>
    outcome ? [] : [{ id, listingId, favorite, at }],
  )
}

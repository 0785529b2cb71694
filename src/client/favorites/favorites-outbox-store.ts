import { reduceChanges } from '#client/outbox/outbox-store.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import type { FavoriteChange } from './unsent-favorites.ts'

/**
 * Reduces the unsent changes: it removes every name, token and listing record from them. Rejects if
 * storage is broken.
 */
export function reduceOutbox() {
  return reduceChanges<FavoriteChange>(OUTBOX, ({ id, listingId, favorite, at, outcome }) =>
    outcome ? [] : [{ id, listingId, favorite, at }],
  )
}

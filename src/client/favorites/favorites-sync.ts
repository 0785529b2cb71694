import { createSyncedOutbox } from '#client/outbox/sync-outbox.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { unsentFavorites } from './unsent-favorites.ts'

const outbox = createSyncedOutbox({
  name: OUTBOX,
  unsent: unsentFavorites,
  async open(queryClient, userId, hasMissedMessage) {
    const { openAccountOutbox, refetchFavorites } = await import('./account-favorites-outbox.ts')
    const opened = openAccountOutbox(queryClient, userId)
    if (hasMissedMessage()) void refetchFavorites(queryClient)
    return opened
  },
})

export const syncFavorites = outbox.sync
export const sendAddedFavorites = outbox.sendAdded
export const sendUnsentFavorites = outbox.sendUnsent
export const discardUnsentFavorites = outbox.discard

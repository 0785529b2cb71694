import type { QueryClient } from '@tanstack/react-query'
import { createListeners } from '#client/browser/listeners.ts'
import { createSyncedOutbox } from '#client/outbox/sync-outbox.ts'
import { KIT_OUTBOX } from '#client/sync/worker-messages.ts'
import { unsentKit } from './unsent-kit.ts'

const listeners = createListeners()
let synced: { queryClient: QueryClient; stop: () => void } | undefined
/** Whether the edits that this device has stored are in the list of unsent ones. */
let isRead = false

const outbox = createSyncedOutbox({
  name: KIT_OUTBOX,
  unsent: unsentKit,
  async open(_, userId) {
    try {
      const { openAccountKit } = await import('./account-kit-outbox.ts')
      const opened = openAccountKit(userId)
      await opened.whenRead
      return opened
    } finally {
      // Without the code or the database, the edits in memory are all there is.
      setRead(true)
    }
  },
})

/**
 * Keeps the kit in step with the server while a person is signed in. Safe to call again. Returns a
 * function that stops this.
 */
export function syncKit(queryClient: QueryClient) {
  if (synced?.queryClient !== queryClient) {
    synced?.stop()
    synced = { queryClient, stop: outbox.sync(queryClient) }
  }
  return stopSync
}

function stopSync() {
  synced?.stop()
  synced = undefined
  setRead(false)
}

function setRead(value: boolean) {
  if (isRead === value) return
  isRead = value
  listeners.tell()
}

export const areUnsentEditsRead = () => isRead
export const watchUnsentEditsRead = listeners.watch
export const sendAddedEdits = outbox.sendAdded
export const sendUnsentEdits = outbox.sendUnsent
export const discardUnsentEdits = outbox.discard

import type { QueryClient } from '@tanstack/react-query'
import { now } from '#client/browser/clock.ts'
import { createStore } from '#client/browser/listeners.ts'
import { attempt } from '#client/browser/storage.ts'
import { whenIdle } from '#client/browser/when-idle.ts'
import { accountQuery } from '#client/data/account.ts'
import { isShortlistOpen } from '#client/data/shortlist.ts'
import type { Outbox } from '#client/outbox/outbox.ts'
import { createSyncedOutbox } from '#client/outbox/sync-outbox.ts'
import { NOTES_OUTBOX } from '#client/sync/worker-messages.ts'
import { hasListingAccess } from '#contract/access.ts'
import { openAccountNotes } from './notes-outbox.ts'
import { unsentNotes } from './unsent-notes.ts'

let synced: { queryClient: QueryClient; stop: () => void } | undefined
/** Whether `unsentNotes` contains the unsent edits that earlier pages stored on this device. */
const editsRead = createStore(false)

const outbox = createSyncedOutbox({
  name: NOTES_OUTBOX,
  unsent: unsentNotes,
  async open(queryClient, userId) {
    try {
      const hasAccess = () => {
        const account = queryClient.getQueryData(accountQuery.queryKey)
        if (!account) return false
        return hasListingAccess(account, now()) || isShortlistOpen(queryClient)
      }
      const opened = openAccountNotes(userId, hasAccess)
      await opened.whenRead
      // Do not wait until the code that sends photos has loaded. Otherwise the page would show the
      // notes later.
      const photos = openPhotos(userId, hasAccess, opened)
      return {
        ...opened,
        close() {
          void photos.then((uploads) => uploads?.close())
          opened.close()
        },
      }
    } finally {
      // If the database fails, the stored edits cannot be read. The page must not wait for the
      // stored edits, and shows only the edits in memory.
      editsRead.set(true)
    }
  },
})

/**
 * Sends the person's own photos once the page is idle. To find the unsent and the deleted photos,
 * the code reads all notes, which would delay the page. If the code fails to load, the photos wait
 * for the next start.
 */
async function openPhotos(userId: string, hasAccess: () => boolean, { flush }: Outbox) {
  await whenIdle()
  const code = await attempt(() => import('./own-photos/photo-uploads.ts'))
  return code?.openPhotoUploads({ userId, hasAccess, sendNotes: flush })
}

/**
 * Synchronizes a person's notes with the server while the person is signed in. A second call
 * with the same client changes nothing. Returns a function that stops the synchronization.
 */
export function syncNotes(queryClient: QueryClient) {
  if (synced?.queryClient !== queryClient) {
    synced?.stop()
    synced = { queryClient, stop: outbox.sync(queryClient) }
  }
  return stopSync
}

function stopSync() {
  synced?.stop()
  synced = undefined
  editsRead.set(false)
}

export const areUnsentEditsRead = editsRead.current
export const watchUnsentEditsRead = editsRead.watch
export const sendAddedEdits = outbox.sendAdded
export const sendUnsentEdits = outbox.sendUnsent
export const discardUnsentEdits = outbox.discard

import { onlineManager } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { isUnanswered } from '#client/api/failures.ts'
import { createExclusiveTask } from '#client/browser/locks.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { session } from '#client/session/session.ts'
import { listNotes } from '#contract/notes.ts'
import { noteRecords } from './note-records.ts'
import { readCursor } from './stored-notes.ts'

/**
 * The name of two things: the Web Lock that lets only one tab at a time fetch notes, and the
 * channel between tabs.
 */
const PULL = 'notes-pull'
const Message = z.object({ userId: z.string(), records: z.array(z.string()) })

/**
 * Fetches the fields that the person's other devices have changed. Only one tab fetches at a time.
 */
export function openNotesPull(userId: string, hasAccess: () => boolean) {
  let isOpen = true
  /** The revision up to which this tab has pulled. Needed where IndexedDB stores no cursor. */
  let pulledUpTo: number | undefined
  const pullExclusively = createExclusiveTask(PULL, pull)
  const channel = openTabChannel(PULL)
  channel.onmessage = ({ data }) => {
    const message = Message.safeParse(data).data
    if (message?.userId === userId) void noteRecords.reload(message.records)
  }

  async function pull() {
    if (!onlineManager.isOnline() || !hasAccess()) return
    let cursor = await readCursor(userId)
    for (let hasMore = true; hasMore; ) {
      if (!isOpen || session.userId() !== userId) return
      const page = await call(listNotes, { since: cursor })
      if (!isOpen || session.userId() !== userId) return
      // The server has a lower revision than this device only after the server was restored from a
      // backup. The server's fields then replace this device's fields, even if this device's fields
      // have a later revision.
      const isServerRestored = page.cursor < cursor
      const isStored = await noteRecords.put(page.fields, { cursor: page.cursor, isServerRestored })
      const records = [...new Set(page.fields.map(({ record }) => record))]
      if (isStored && records.length > 0) channel.postMessage({ userId, records })
      cursor = page.cursor
      pulledUpTo = cursor
      hasMore = page.has_more
    }
  }

  /**
   * Pulls the changes of the person's other devices, and never rejects. After a failure, the next
   * check of the revisions tries again.
   */
  async function tryPull() {
    try {
      await pullExclusively()
    } catch (error) {
      if (!isUnanswered(error)) console.warn('The notes could not be refreshed:', error)
    }
  }

  return {
    pull: tryPull,
    /** Pulls the changes if this device does not have the notes up to this revision. */
    async pullUpTo(revision: number | undefined) {
      if (pulledUpTo === revision || (await readCursor(userId)) === revision) return
      await tryPull()
    },
    close() {
      isOpen = false
      channel.close()
    },
  }
}

import { stripChanges } from '#client/outbox/outbox-store.ts'
import { NOTES_OUTBOX } from '#client/sync/worker-messages.ts'
import type { NoteEdit } from './unsent-notes.ts'

/**
 * Deletes the sent edits from the outbox. Keeps the unsent edits, but removes their stored
 * requests, which contain the token. Rejects if storage is broken.
 */
export function stripNotesOutbox() {
  return stripChanges<NoteEdit>(NOTES_OUTBOX, ({ request: _, outcome, answer: __, ...edit }) =>
    outcome === 'sent' ? [] : [edit],
  )
}

import { createJournal } from '#client/outbox/journal.ts'
import { chainOf, type NoteEdit } from './unsent-notes.ts'

/**
 * Keeps each field's latest edit in local storage until IndexedDB has stored it. Without this, a
 * reload right after typing could lose the edit.
 */
export const notesJournal = createJournal<NoteEdit>({ prefix: 'notes-unsent-', keyOf: chainOf })

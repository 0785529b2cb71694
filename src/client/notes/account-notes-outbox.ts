import { type Outbox, openOutbox } from '#client/outbox/outbox.ts'
import { NOTES_OUTBOX } from '#client/sync/worker-messages.ts'
import { showToast } from '#client/ui/toast.ts'
import { NoteEditSchema } from './note-edit.ts'
import { noteRecords } from './note-records.ts'
import { nextEdits, sendEdits, toNoteRequest, withAnswer } from './note-requests.ts'
import { noteStages } from './note-stages.ts'
import { notesJournal } from './notes-journal.ts'
import { notesRevision } from './notes-revision.ts'
import { openNotesPull } from './pull-notes.ts'
import { chainOf, type NoteEdit, unsentNotes } from './unsent-notes.ts'

/** How the outbox stores unsent edits of notes: one row for each record. */
export const notesOutboxRows = {
  name: NOTES_OUTBOX,
  schema: NoteEditSchema,
  keyOf: chainOf,
  rowOf: ({ record }: NoteEdit) => record,
}

interface NotesOutboxOptions {
  userId: string
  unsent: typeof unsentNotes
  onSent: (edit: NoteEdit) => Promise<void>
  onRefused: (refusal: string) => void
}

export function openNotesOutbox(options: NotesOutboxOptions) {
  return openOutbox<NoteEdit>({
    ...notesOutboxRows,
    ...options,
    journal: notesJournal,
    toRequest: toNoteRequest,
    nextBatch: nextEdits,
    send: sendEdits,
    applyAnswer: withAnswer,
    // Keep a refused note on the device, because the screen has already said that the note is
    // saved.
    keepsRefused: true,
    onStage: ({ id }, stage) => noteStages.set(id, stage),
  })
}

/**
 * Sends the edits that one person makes to their notes in this tab. Fetches the edits of the
 * person's other devices only while the person has access to listings. Without this access, the
 * server refuses to return notes.
 */
export function openAccountNotes(userId: string, hasAccess: () => boolean): Outbox {
  const pull = openNotesPull(userId, hasAccess)
  const outbox = openNotesOutbox({
    userId,
    unsent: unsentNotes,
    onSent: async ({ result }) => {
      if (result) await noteRecords.put([result])
    },
    onRefused: (refusal) => {
      showToast({ type: 'warning', title: 'A note could not be sent', description: refusal })
    },
  })
  const stops = [notesRevision.watch(() => void pull.pullUpTo(notesRevision.current())), pull.close]
  void pull.pull()
  return {
    ...outbox,
    close() {
      for (const stop of stops) stop()
      outbox.close()
    },
  }
}

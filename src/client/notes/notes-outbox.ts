import * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { now } from '#client/browser/clock.ts'
import { type Outbox, openOutbox } from '#client/outbox/outbox.ts'
import { stripChanges } from '#client/outbox/outbox-store.ts'
import { timeToSend } from '#client/outbox/time-to-send.ts'
import { NOTES_OUTBOX } from '#client/sync/worker-messages.ts'
import { showToast } from '#client/ui/toast.ts'
import { toRequest } from '#contract/endpoint.ts'
import { MAX_NOTE_CHANGES, MAX_NOTE_REQUEST_BYTES, MAX_NOTE_SEEN } from '#contract/note-limits.ts'
import { changeNotes, NoteField } from '#contract/notes.ts'
import { noteRecords } from './note-records.ts'
import { notesRevision } from './notes-revision.ts'
import { openNotesPull } from './pull-notes.ts'
import { chainOf, type NoteEdit, noteStages, notesJournal, unsentNotes } from './unsent-notes.ts'

/** How IndexedDB and messages between tabs hold unsent edits: one row for each record. */
export const noteEditRows = {
  name: NOTES_OUTBOX,
  keyOf: chainOf,
  rowOf: ({ record }: NoteEdit) => record,
  schema: z.object({
    id: z.string(),
    record: z.string(),
    field: z.string(),
    value: z.pipe(
      z.unknown(),
      z.transform((value) => value ?? null),
    ),
    at: z.catch(z.number().check(z.minimum(0)), () => now().getTime()),
    chain: z.string(),
    seen: z.catch(z.array(z.string()).check(z.maxLength(MAX_NOTE_SEEN)), []),
    result: z.catch(z.nullable(NoteField), null),
  }),
}

interface NotesOutboxOptions {
  userId: string
  unsent: typeof unsentNotes
  onSent: (edit: NoteEdit) => Promise<void>
  onRefused: (refusal: string) => void
}

export function openNotesOutbox(options: NotesOutboxOptions) {
  return openOutbox<NoteEdit>({
    ...noteEditRows,
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

/** Sends edits. Resolves with the edits, each with its field as the server has stored it. */
export async function sendEdits(edits: readonly NoteEdit[]) {
  return withResults(edits, await call(changeNotes, { changes: edits.map(toChange) }))
}

/** The request that sends one edit, as plain data for the service worker. */
export function toNoteRequest(edit: NoteEdit, token: string | null) {
  return toRequest(changeNotes, { changes: [toChange(edit)] }, token)
}

/** Updates an edit that the service worker has sent. `answer` is the server's response. */
export function withAnswer(edit: NoteEdit, answer: unknown): NoteEdit {
  const parsed = changeNotes.output.safeParse(answer)
  return parsed.success ? (withResults([edit], parsed.data)[0] ?? edit) : edit
}

/** As many of the waiting edits as fit into one request, starting with the first one. */
export function nextEdits(waiting: readonly NoteEdit[]) {
  let bytes = 0
  const batch: NoteEdit[] = []
  for (const edit of waiting.slice(0, MAX_NOTE_CHANGES)) {
    bytes += new TextEncoder().encode(JSON.stringify(toChange(edit))).length + 1
    if (bytes > MAX_NOTE_REQUEST_BYTES && batch.length > 0) break
    batch.push(edit)
  }
  return batch
}

function withResults(
  edits: readonly NoteEdit[],
  { fields }: { fields: NonNullable<NoteEdit['result']>[] },
): NoteEdit[] {
  return edits.map((edit) => {
    const result = fields.find(
      ({ record, field }) => record === edit.record && field === edit.field,
    )
    return { ...edit, result: result ?? null }
  })
}

function toChange({ id, record, field, value, at, seen }: NoteEdit) {
  return { id, record, field, value, at: timeToSend(at), seen }
}

/**
 * Deletes the sent edits from the outbox. Keeps the unsent edits, but removes their stored
 * requests, which contain the token. Rejects if storage is broken.
 */
export function stripNotesOutbox() {
  return stripChanges<NoteEdit>(NOTES_OUTBOX, ({ request: _, outcome, answer: __, ...edit }) =>
    outcome === 'sent' ? [] : [edit],
  )
}

import { call } from '#client/api/api.ts'
import { now } from '#client/browser/clock.ts'
import { toRequest } from '#contract/endpoint.ts'
import { MAX_NOTE_CHANGES, MAX_NOTE_REQUEST_BYTES } from '#contract/note-limits.ts'
import { changeNotes } from '#contract/notes.ts'
import type { NoteEdit } from './unsent-notes.ts'

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
  // Never send a time in the future. If the clock of this device was wrong, the year of the edit
  // may be a year that the request's schema rejects.
  const time = new Date(Math.min(at, now().getTime()))
  return { id, record, field, value, at: time.toISOString(), seen }
}

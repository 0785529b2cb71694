import { now } from '#client/browser/clock.ts'
import { session } from '#client/session/session.ts'
import { isNoteValue } from '#contract/note-fields.ts'
import { MAX_NOTE_SEEN } from '#contract/note-limits.ts'
import type { NoteField } from '#contract/notes.ts'
import { hasUnprintable } from '#contract/query-values.ts'
import { createUuid } from './create-uuid.ts'
import { noteRecords } from './note-records.ts'
import { sendAddedEdits } from './notes-sync.ts'
import { latestEdit, type NoteEdit, notesJournal, unsentNotes } from './unsent-notes.ts'

/**
 * The ids of the chains that this page has begun. A chain is a series of edits of one field. Each
 * edit of a chain replaces the chain's unsent edit.
 */
const ownChains = new Set<string>()

interface SetOptions {
  /**
   * The ids of the values that the person saw before the edit. By default, these are the values
   * that the page shows now. A text field passes its own ids, because it does not show values that
   * arrive while the person types.
   */
  seen?: readonly string[]
  /**
   * The id of another device's value. Pass this id when the person resolves a conflict with this
   * value.
   */
  decides?: string
}

/**
 * Sets a field of a record of the person's own notes. Null clears the field. This is an optimistic
 * update: the page shows the edit immediately, and the outbox sends it. Read the record with `useNoteRecord` first. Otherwise the edit is sent as if the person had
 * not seen the present value. Returns the id of the edit, or undefined if the value is unchanged or
 * invalid.
 */
export function setNoteField(
  record: string,
  field: string,
  value: unknown,
  { seen = seenIds(record, field), decides }: SetOptions = {},
) {
  const userId = session.userId()
  const cleaned = typeof value === 'string' ? cleanText(value) : value
  if (userId === undefined || !isNoteValue(record, field, cleaned)) return undefined
  const known = noteRecords.fieldsOf(record)?.[field]
  const unsent = latestEdit(record, field)
  const shown = unsent ?? known
  if (!decides && isSame(shown?.value ?? null, cleaned)) return undefined

  const id = createUuid()
  const edit: NoteEdit = {
    id,
    record,
    field,
    value: cleaned,
    at: timeOfNext(unsent, known),
    chain: chainAfter(unsent, seen) ?? id,
    seen: latest(decides ? [...seen, decides] : [...seen]),
    result: null,
  }
  ownChains.add(edit.chain)
  notesJournal.write(userId, edit)
  unsentNotes.add(edit)
  sendAddedEdits()
  return edit.id
}

/**
 * Returns the chain of the unsent edit that the new edit replaces. Returns undefined if it replaces
 * none, because the field has no unsent edit or the person has not seen it. Also returns undefined
 * if another page began the chain, because that page may be replacing the unsent edit now.
 */
function chainAfter(unsent: NoteEdit | undefined, seen: readonly string[]) {
  if (!unsent || !seen.includes(unsent.id)) return undefined
  return ownChains.has(unsent.chain) ? unsent.chain : undefined
}

export function seenIds(record: string, field: string) {
  const unsent = latestEdit(record, field)
  if (unsent) return [...unsent.seen, unsent.id]
  const known = noteRecords.fieldsOf(record)?.[field]
  return known ? [known.id] : []
}

/**
 * Returns the time of a new edit. This time is later than the times of the field's known values,
 * even if the clock was set back.
 */
function timeOfNext(unsent: NoteEdit | undefined, known: NoteField | undefined) {
  const times = [unsent?.at ?? 0, known ? new Date(known.at).getTime() : 0]
  return Math.max(now().getTime(), ...times.map((time) => time + 1))
}

/**
 * Shortens a list of ids of seen values to the length that the server accepts. Keeps the first id,
 * which identifies the value on the server. Also keeps the latest ids.
 */
function latest(seen: readonly string[]) {
  return seen.length > MAX_NOTE_SEEN
    ? [...seen.slice(0, 1), ...seen.slice(1 - MAX_NOTE_SEEN)]
    : [...seen]
}

/**
 * Removes characters that the server refuses. Text without a visible character clears the field.
 */
function cleanText(text: string) {
  const cleaned = [...text.replaceAll(/\r\n?/g, '\n')]
    .filter((character) => character === '\n' || character === '\t' || !hasUnprintable(character))
    .join('')
  return cleaned.trim() === '' ? null : cleaned
}

function isSame(a: unknown, b: unknown) {
  return JSON.stringify(a) === JSON.stringify(b)
}

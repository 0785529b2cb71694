import { createChangeStages } from '#client/outbox/change-stages.ts'
import { createJournal } from '#client/outbox/journal.ts'
import { createUnsentChanges } from '#client/outbox/unsent-changes.ts'
import type { NoteField } from '#contract/notes.ts'

/** A change that a person has made to a field of their notes. */
export interface NoteEdit {
  id: string
  record: string
  field: string
  /** The new value. Null clears the field. */
  value: unknown
  /** When the person made the edit, in milliseconds of the server's clock. */
  at: number
  /**
   * The id of the first edit in this edit's chain. A new edit replaces the unsent edit of the same
   * chain. Only the page that began a chain adds edits to this chain, so no page replaces an edit
   * of another page.
   */
  chain: string
  /** The ids of the values that the person had seen when making the edit. */
  seen: string[]
  /** The field as the server stored it after the edit. Null until the server has responded. */
  result: NoteField | null
}

/**
 * The key of a chain. A chain consists of consecutive unsent edits of one field. No part of the key
 * contains a space, so spaces separate the parts.
 */
export const chainOf = ({ record, field, chain }: NoteEdit) => `${record} ${field} ${chain}`

/** The unsent edits of the signed-in person, from all tabs. */
export const unsentNotes = createUnsentChanges<NoteEdit>(chainOf)

/** For each unsent edit: whether IndexedDB has stored it, and whether the server has refused it. */
export const noteStages = createChangeStages<string>()

/**
 * Keeps unsent edits in local storage until IndexedDB has stored them. Without this journal, a
 * reload right after typing could lose the edit.
 */
export const notesJournal = createJournal<NoteEdit>({ prefix: 'notes-unsent-', keyOf: chainOf })

/** The latest unsent edit of a field. The page shows the value of this edit. */
export function latestEdit(record: string, field: string) {
  return unsentNotes
    .all()
    .filter((edit) => edit.record === record && edit.field === field)
    .reduce<NoteEdit | undefined>(
      (latest, edit) => (latest && latest.at > edit.at ? latest : edit),
      undefined,
    )
}

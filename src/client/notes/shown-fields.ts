import { byRecord, type NoteFields } from './stored-notes.ts'
import type { NoteEdit } from './unsent-notes.ts'

/** A field as the person sees it: with the edits that the server does not have yet. */
export interface ShownField {
  value: unknown
  /** When the value was written, as an ISO timestamp. */
  at: string
  /** A value that another device wrote at the same time. */
  other: { id: string; value: unknown; at: string } | null
}

export type ShownFields = Readonly<Record<string, ShownField>>

/** Applies the unsent edits of a record to its fields. */
export function showEdits(fields: NoteFields, edits: readonly NoteEdit[]): ShownFields {
  if (edits.length === 0) return fields
  const shown: Record<string, ShownField> = { ...fields }
  // Apply the latest edit of a field last, so that the page shows its value.
  for (const { field, value, at, seen } of [...edits].sort((a, b) => a.at - b.at)) {
    const other = fields[field]?.other ?? null
    shown[field] = {
      value,
      at: new Date(at).toISOString(),
      other: other && seen.includes(other.id) ? null : other,
    }
  }
  return shown
}

/** The records whose names begin with `start`, with their unsent edits applied. */
export function showRecords(
  records: ReadonlyMap<string, NoteFields>,
  edits: readonly NoteEdit[],
  start: string,
) {
  const isShown = (record: string) => record.startsWith(start)
  const shown = new Map<string, ShownFields>([...records].filter(([record]) => isShown(record)))
  for (const [record, ofRecord] of byRecord(edits)) {
    if (isShown(record)) shown.set(record, showEdits(records.get(record) ?? {}, ofRecord))
  }
  return shown
}

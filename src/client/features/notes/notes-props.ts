import type { ShownFields } from '#client/notes/shown-fields.ts'

/**
 * The name of the record that holds the notes on a house, and the fields of this record. The fields
 * include unsent changes.
 */
export interface NotesProps {
  record: string
  fields: ShownFields
}

import type { ShownFields } from '#client/kit/shown-fields.ts'

/** The id of a house's record of notes, and its fields with unsent changes. */
export interface NotesProps {
  record: string
  fields: ShownFields
}

export function textOf(fields: ShownFields, field: string) {
  const value = fields[field]?.value
  return typeof value === 'string' ? value : ''
}

export function numberOf(fields: ShownFields, field: string) {
  const value = fields[field]?.value
  return typeof value === 'number' ? value : undefined
}

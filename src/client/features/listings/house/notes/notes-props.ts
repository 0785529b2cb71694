import type { ShownFields } from '#client/kit/shown-fields.ts'

/** The record of a house in the field kit, as the person sees it. */
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

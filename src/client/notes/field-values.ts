import type { ShownFields } from './shown-fields.ts'

export function textOf(fields: ShownFields, field: string) {
  const value = fields[field]?.value
  return typeof value === 'string' ? value : ''
}

export function numberOf(fields: ShownFields, field: string) {
  const value = fields[field]?.value
  return typeof value === 'number' ? value : undefined
}

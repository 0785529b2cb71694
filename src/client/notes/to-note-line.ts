import { labelOf, STATUS_LABELS } from './note-labels.ts'
import type { NoteLine } from './note-lines.ts'
import type { ShownFields } from './shown-fields.ts'

/** Summarizes the notes on a house. The line is empty if nothing was written. */
export function toNoteLine(fields: ShownFields): NoteLine {
  const textOf = (field: string) => {
    const value = fields[field]?.value
    return typeof value === 'string' ? value : ''
  }
  const status = labelOf(STATUS_LABELS, fields.status?.value) ?? ''
  const [firstLine = ''] = textOf('note').trim().split('\n')
  const texts = Object.keys(fields)
    .filter((field) => field !== 'status' && !field.endsWith('.answer'))
    .map(textOf)
  return {
    line: [status, textOf('verdict') || firstLine].filter(Boolean).join(' · '),
    text: [status, ...texts].filter(Boolean).join('\n'),
  }
}

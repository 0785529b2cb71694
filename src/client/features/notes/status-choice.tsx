import { textOf } from '#client/notes/field-values.ts'
import { STATUS_LABELS } from '#client/notes/note-labels.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { HOUSE_STATUSES } from '#contract/note-choices.ts'
import { Choice } from './choice.tsx'
import type { NotesProps } from './notes-props.ts'
import { OtherValue } from './other-value.tsx'

/**
 * The choice of a status for the house, such as “Seen”. Pressing the chosen status again clears the
 * status.
 */
export function StatusChoice({ record, fields }: NotesProps) {
  return (
    <div>
      <Choice
        label="Status"
        options={HOUSE_STATUSES.map((id) => ({ id, label: STATUS_LABELS[id] }))}
        chosen={textOf(fields, 'status')}
        onChoose={(status) => setNoteField(record, 'status', status)}
      />
      <OtherValue record={record} fields={fields} field="status" />
    </div>
  )
}

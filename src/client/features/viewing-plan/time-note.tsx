import type { NotesProps } from '#client/features/notes/notes-props.ts'
import { OtherValue } from '#client/features/notes/other-value.tsx'
import { textOf } from '#client/notes/field-values.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { Field } from '#client/ui/field.tsx'

interface TimeNoteProps extends NotesProps {
  field: string
  label: string
}

/**
 * A field for a time of day in Japan. The browser reports a time only when it is complete, so each
 * reported time can be saved immediately.
 */
export function TimeNote({ record, fields, field, label }: TimeNoteProps) {
  return (
    <div>
      <Field
        label={label}
        type="time"
        value={textOf(fields, field)}
        onChange={({ target }) => setNoteField(record, field, target.value)}
      />
      <OtherValue record={record} fields={fields} field={field} />
    </div>
  )
}

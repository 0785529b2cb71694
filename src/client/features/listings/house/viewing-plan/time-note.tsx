import { setKitField } from '#client/kit/set-kit-field.ts'
import { Field } from '#client/ui/field.tsx'
import { type NotesProps, textOf } from '../notes/notes-props.ts'
import { OtherValue } from '../notes/other-value.tsx'

interface TimeNoteProps extends NotesProps {
  field: string
  label: string
  type?: 'time' | 'date'
}

/** A time of day in Japan, or a day, which is saved when it is complete. */
export function TimeNote({ record, fields, field, label, type = 'time' }: TimeNoteProps) {
  return (
    <div>
      <Field
        label={label}
        type={type}
        value={textOf(fields, field)}
        onChange={({ target }) => setKitField(record, field, target.value)}
      />
      <OtherValue record={record} fields={fields} field={field} />
    </div>
  )
}

import { setKitField } from '#client/kit/set-kit-field.ts'
import { Field } from '#client/ui/field.tsx'
import { type NotesProps, textOf } from '../notes/notes-props.ts'
import { OtherValue } from '../notes/other-value.tsx'

interface TimeNoteProps extends NotesProps {
  field: string
  label: string
}

/** A time of day in Japan. Browsers report a time only when the person has typed it completely. */
export function TimeNote({ record, fields, field, label }: TimeNoteProps) {
  return (
    <div>
      <Field
        label={label}
        type="time"
        value={textOf(fields, field)}
        onChange={({ target }) => setKitField(record, field, target.value)}
      />
      <OtherValue record={record} fields={fields} field={field} />
    </div>
  )
}

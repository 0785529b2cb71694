import type { RefCallback } from 'react'
import { formatNumber } from '#client/format/format.ts'
import { textOf } from '#client/notes/field-values.ts'
import { Field, TextArea } from '#client/ui/field.tsx'
import type { NotesProps } from './notes-props.ts'
import { OtherValue } from './other-value.tsx'
import { useDraft } from './use-draft.ts'

interface TextNoteProps extends NotesProps {
  field: string
  label: string
  maxLength: number
  /** The number of text lines that the field shows. Undefined for a field of one line. */
  rows?: number
  controlRef?: RefCallback<HTMLElement> | undefined
}

/** A text field that saves its text while the person types. */
export function TextNote(props: TextNoteProps) {
  const { record, fields, field, label, maxLength, rows, controlRef } = props
  const draft = useDraft(record, field, textOf(fields, field))
  const control = {
    ...{ label, maxLength, autoComplete: 'off', ref: controlRef },
    // The browser cuts off a longer text without a message, so say that the note is full.
    hint:
      draft.text.length >= maxLength && `At most ${formatNumber(maxLength)} characters fit here`,
    value: draft.text,
    onChange: ({ target }: { target: { value: string } }) => draft.change(target.value),
    onBlur: draft.finish,
  }
  return (
    <div>
      {rows ? <TextArea {...control} rows={rows} /> : <Field {...control} />}
      <OtherValue record={record} fields={fields} field={field} />
    </div>
  )
}

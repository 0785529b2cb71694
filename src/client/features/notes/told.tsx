import { useState } from 'react'
import { formatNumber, formatYen } from '#client/format/format.ts'
import { numberOf } from '#client/notes/field-values.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { Field } from '#client/ui/field.tsx'
import { parseMoney } from '#contract/money.ts'
import { MAX_REMARK_LENGTH, MAX_YEN } from '#contract/note-choices.ts'
import { CollapsibleSection } from './collapsible-section.tsx'
import type { NotesProps } from './notes-props.ts'
import { OtherValue } from './other-value.tsx'
import { TextNote } from './text-note.tsx'

export function Told({ record, fields }: NotesProps) {
  const price = numberOf(fields, 'told.price')
  return (
    <CollapsibleSection
      title="What you were told"
      summary={price === undefined ? undefined : formatYen(price)}
    >
      <ToldPrice record={record} fields={fields} />
      <TextNote
        {...{ record, fields }}
        field="told.agreement"
        label="What you were told or agreed on"
        maxLength={MAX_REMARK_LENGTH}
        rows={3}
      />
    </CollapsibleSection>
  )
}

function ToldPrice({ record, fields }: NotesProps) {
  const price = numberOf(fields, 'told.price')
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (price === undefined ? '' : formatNumber(price))
  const isValid = text.trim() === '' || readYen(text) !== undefined
  return (
    <div>
      <Field
        label="Price you were told, in yen"
        value={text}
        autoComplete="off"
        error={isValid ? undefined : 'Write yen, such as 1,250,000 or 125万'}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value.trim() === '') setNoteField(record, 'told.price', null)
          const yen = readYen(target.value)
          if (yen !== undefined) setNoteField(record, 'told.price', yen)
        }}
        onBlur={() => isValid && setTyped(undefined)}
      />
      <OtherValue record={record} fields={fields} field="told.price" />
    </div>
  )
}

function readYen(text: string) {
  const { amount, currency } = parseMoney(text, 'JPY', 'none') ?? {}
  const isYen = currency === 'JPY' && Number.isInteger(amount)
  return isYen && amount !== undefined && amount <= MAX_YEN ? amount : undefined
}

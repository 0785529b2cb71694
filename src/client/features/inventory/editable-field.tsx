import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { mutationToasts } from '#client/components/mutation-toasts.ts'
import { revertField } from '#client/data/inventory.ts'
import { Bilingual, languageOf } from '#client/ui/bilingual.tsx'
import { Field, Select, TextArea } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import {
  INVENTORY_FIELDS,
  type InventoryField,
  type InventoryListing,
} from '#contract/inventory.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import styles from './editable-field.module.css'

interface EditableFieldProps {
  name: InventoryField
  entry: InventoryListing
  error: string | undefined
  onChange: () => void
  hasFocus: boolean
  onRevert: () => void
}

export function EditableField({ name, entry, hasFocus, onRevert, ...field }: EditableFieldProps) {
  const { value, source_value, edited } = entry.fields[name]
  const text = value ?? ''
  const control = {
    ...field,
    name,
    label: LABELS[name] ?? INVENTORY_FIELDS[name],
    defaultValue: text,
    lang: languageOf(text),
    hint: edited && <SourceSays value={source_value} isReadable={entry.readable} />,
    ref: hasFocus ? takeFocus : undefined,
  }
  return (
    <div className={isLong(name) ? styles.long : undefined}>
      <Control {...control} />
      {edited && entry.readable && <Revert name={name} entry={entry} onRevert={onRevert} />}
    </div>
  )
}

const LABELS: Partial<Record<InventoryField, string>> = {
  price_yen: 'Price (¥)',
  building_area: 'Building area (m²)',
  land_area: 'Land area (m²)',
}

function isLong(name: InventoryField) {
  return name === 'location' || name === 'transportation' || name === 'remarks'
}

interface ControlProps {
  name: InventoryField
  label: string
  defaultValue: string
  lang: string | undefined
  error: string | undefined
  hint: ReactNode
  onChange: () => void
  ref: typeof takeFocus | undefined
}

function Control(props: ControlProps) {
  const { name } = props
  if (name === 'remarks') return <TextArea {...props} rows={5} />
  if (name === 'prefecture') {
    return (
      <Select {...props}>
        <option value="">Unknown</option>
        {PREFECTURES.map(({ value, display }) => (
          <option key={value}>{display}</option>
        ))}
      </Select>
    )
  }
  return <Field {...props} autoComplete="off" inputMode={INPUT_MODES[name]} />
}

const INPUT_MODES: Partial<Record<InventoryField, 'tel' | 'url'>> = {
  contact_number: 'tel',
  reference_url: 'url',
  link: 'url',
}

function SourceSays({ value, isReadable }: { value: string | null; isReadable: boolean }) {
  if (!isReadable) {
    return <span>Edited. There is no source record to compare the value with.</span>
  }
  return (
    <span>
      Edited. The source says: <Bilingual>{value ?? 'nothing'}</Bilingual>
    </span>
  )
}

function Revert({
  name,
  entry,
  onRevert,
}: Pick<EditableFieldProps, 'name' | 'entry' | 'onRevert'>) {
  const { mutate, isPending } = useMutation(revertField)
  const toasts = mutationToasts({
    success: `${INVENTORY_FIELDS[name]} has the source's value again`,
    failure: 'Failed to update listing',
    onSuccess: onRevert,
  })
  return (
    <ActionButton
      variant="ghost"
      className={styles.revert}
      isPending={isPending}
      onClick={() => mutate({ id: entry.listing._id, field: name }, toasts)}
    >
      Use the source's value
      <span className="visually-hidden">{` of the ${INVENTORY_FIELDS[name].toLowerCase()}`}</span>
    </ActionButton>
  )
}

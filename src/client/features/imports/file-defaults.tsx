import { Field, Select } from '#client/ui/field.tsx'
import type { ListingField, Mapping } from '#contract/mapping.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { withDefault } from './edit-mapping.ts'
import styles from './import-columns.module.css'

interface FileDefaultsProps {
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** The values of houses for which the file states none. */
export function FileDefaults({ mapping, onChange }: FileDefaultsProps) {
  const chosenFor = (field: ListingField) => mapping.defaults?.[field] ?? ''
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>For houses that do not state it</legend>
      {CHOICES.map(({ field, label, options }) => (
        <Select
          key={field}
          label={label}
          value={chosenFor(field)}
          onChange={({ currentTarget: { value } }) => onChange(withDefault(mapping, field, value))}
        >
          <option value="">Unknown</option>
          {withChosen(options, chosenFor(field)).map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      ))}
      <Field
        label="Municipality"
        value={chosenFor('City')}
        maxLength={60}
        autoComplete="off"
        hint="Such as 阿南町"
        onChange={({ currentTarget: { value } }) => onChange(withDefault(mapping, 'City', value))}
      />
    </fieldset>
  )
}

interface Choice {
  value: string
  name: string
}

const CHOICES: { field: ListingField; label: string; options: Choice[] }[] = [
  {
    field: 'Prefecture',
    label: 'Prefecture',
    options: PREFECTURES.map(({ japanese, display }) => ({
      value: japanese,
      name: `${display} (${japanese})`,
    })),
  },
  {
    field: 'Offer',
    label: 'Offer',
    options: [
      { value: '売買', name: 'For sale' },
      { value: '賃貸', name: 'For rent' },
      { value: '売買・賃貸', name: 'For sale or for rent' },
    ],
  },
  {
    field: 'Property Type',
    label: 'Kind',
    options: ['House', 'Traditional house', 'Townhouse', 'Holiday house', 'Apartment', 'Land'].map(
      (name) => ({ value: name, name }),
    ),
  },
]

/** A mapping file of the command may have other words for a value. */
function withChosen(options: Choice[], chosen: string) {
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return isKnown ? options : [...options, { value: chosen, name: chosen }]
}

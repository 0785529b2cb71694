import { Bilingual } from '#client/ui/bilingual.tsx'
import { Select } from '#client/ui/field.tsx'
import { COLUMN_UNITS, type ImportColumns, MAX_JOINED, type Mapping } from '#contract/mapping.ts'
import { columnsOf, withColumns, withUnit } from './edit-mapping.ts'
import styles from './import-columns.module.css'
import { type OTHER_FIELDS, unitName } from './mapping-fields.ts'

interface ColumnFieldProps {
  about: (typeof OTHER_FIELDS)[number]
  columns: ImportColumns['columns']
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** The column of one field, with samples of its values, and the unit of its numbers. */
export function ColumnField({ about, columns, mapping, onChange }: ColumnFieldProps) {
  const { field, label, isJoinable } = about
  const chosen = columnsOf(mapping, field)
  const hasMore = isJoinable && chosen.length > 0 && chosen.length < MAX_JOINED
  const slots = hasMore ? [...chosen, ''] : chosen.length > 0 ? chosen : ['']
  const choose = (at: number, name: string) =>
    onChange(
      withColumns(
        mapping,
        field,
        slots.with(at, name).filter((one) => one !== ''),
      ),
    )
  return (
    <div className={styles.field}>
      {slots.map((name, at) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity than its place
          key={at}
          label={at === 0 ? label : `${label}, part ${at + 1}`}
          value={name}
          hint={<Samples samples={columns.find((column) => column.name === name)?.samples} />}
          onChange={({ currentTarget: { value } }) => choose(at, value)}
        >
          <option value="">{at === 0 ? 'Not in the file' : 'No further column'}</option>
          {names(columns, name).map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      ))}
      {about.units.length > 0 && chosen.length > 0 && (
        <UnitSelect about={about} mapping={mapping} onChange={onChange} />
      )}
    </div>
  )
}

/** The columns to choose from, with the chosen one, which may be missing in the first records. */
function names(columns: ImportColumns['columns'], chosen: string) {
  const known = columns.map(({ name }) => name)
  return chosen === '' || known.includes(chosen) ? known : [...known, chosen]
}

function Samples({ samples = [] }: { samples: string[] | undefined }) {
  return <Bilingual>{samples.join(' · ')}</Bilingual>
}

function UnitSelect({ about, mapping, onChange }: Omit<ColumnFieldProps, 'columns'>) {
  const { field, label } = about
  const unit = mapping.columns[field]?.unit
  const units = unit && !about.units.includes(unit) ? [...about.units, unit] : about.units
  return (
    <Select
      label={`Unit of ${label.toLowerCase()}`}
      value={unit ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange(
          withUnit(
            mapping,
            field,
            COLUMN_UNITS.find((one) => one === value),
          ),
        )
      }
    >
      <option value="">As written in the cells</option>
      {units.map((option) => (
        <option key={option} value={option}>
          {unitName(option)}
        </option>
      ))}
    </Select>
  )
}

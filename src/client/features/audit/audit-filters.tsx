import { useEffect, useRef } from 'react'
import type { AuditParams } from '#client/data/audit-params.ts'
import { Field, Select } from '#client/ui/field.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { actionLabel } from './action-labels.ts'
import styles from './audit-page.module.css'

interface AuditFiltersProps {
  params: AuditParams
  actions: string[]
  onChange: (changes: AuditParams) => void
}

export function AuditFilters({ params, actions, onChange }: AuditFiltersProps) {
  const { search = '', action = '', from = '', to = '' } = params
  // If the audit log does not contain the action in the URL, add this action to the choices. The
  // field can then show the active filter.
  const all = [...new Set([...actions, ...(action ? [action] : [])])]
  return (
    <div className={styles.filters}>
      <SearchField
        className={styles.search}
        label="Email, name or id"
        value={search}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Select
        label="Action"
        value={action}
        onChange={({ currentTarget: { value } }) => onChange({ action: value || undefined })}
      >
        <option value="">Everything</option>
        {all.map((name) => (
          <option key={name} value={name}>
            {actionLabel(name)}
          </option>
        ))}
      </Select>
      <DayField label="From" value={from} onDay={(day) => onChange({ from: day || undefined })} />
      <DayField label="To" value={to} onDay={(day) => onChange({ to: day || undefined })} />
    </div>
  )
}

interface DayFieldProps {
  label: string
  /** A day such as `2026-11-21`, or empty. */
  value: string
  onDay: (day: string) => void
}

/**
 * Reports only complete days. While someone types the year 2026, the field first holds the year 2.
 */
function DayField({ label, value, onDay }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  // If the URL changes by other means than this field, such as the Back button, show the URL's day
  // in the field.
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
  }, [value])
  return (
    <Field
      ref={input}
      label={label}
      type="date"
      min="1970-01-01"
      max="2099-12-31"
      defaultValue={value}
      onChange={({ currentTarget: { value: day, validity } }) => {
        if (validity.valid && day !== value) onDay(day)
      }}
    />
  )
}

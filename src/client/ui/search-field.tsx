import { useEffect, useRef } from 'react'
import { Field } from './field.tsx'

/** The debounce delay while typing, in milliseconds. */
const DEBOUNCE_MS = 250

interface SearchFieldProps {
  label: string
  /** The current search, from the URL. */
  value: string
  onSearch: (text: string) => void
  className?: string
}

/** A debounced search field. Pressing Enter or clearing the field starts the search immediately. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searched = useRef(value)

  function search(text: string) {
    clearTimeout(pause.current)
    if (text.trim() === searched.current) return
    searched.current = text.trim()
    onSearch(searched.current)
  }

  // If the URL changes by other means than this field, such as the Back button, show the URL's
  // search text in the field.
  useEffect(() => {
    if (value === searched.current || !input.current) return
    searched.current = value
    input.current.value = value
  }, [value])
  useEffect(() => () => clearTimeout(pause.current), [])

  return (
    <search className={className}>
      <Field
        label={label}
        ref={input}
        type="search"
        maxLength={100}
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget: { value: text } }) => {
          clearTimeout(pause.current)
          pause.current = setTimeout(() => search(text), text === '' ? 0 : DEBOUNCE_MS)
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') search(currentTarget.value)
        }}
      />
    </search>
  )
}

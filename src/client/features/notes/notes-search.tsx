import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { Field } from '#client/ui/field.tsx'
import { MAX_TEXT_LENGTH } from '#contract/query-values.ts'
import { toPattern } from './find-match.ts'
import styles from './notes-search.module.css'
import { useNoteLines } from './use-note-lines.ts'

/** The debounce delay before the typed text is written to the URL, in milliseconds. */
const DEBOUNCE_MS = 250

interface NotesSearchProps {
  favorites: Listing[]
  text: string
  onSearch: (text: string) => void
  children: (found: Listing[]) => ReactNode
}

/**
 * Searches the person's own notes on their favorites. The field appears when at least one favorite
 * has notes.
 */
export function NotesSearch({ favorites, text, onSearch, children }: NotesSearchProps) {
  const lines = useNoteLines()
  const pattern = toPattern(text)
  const found = text
    ? favorites.filter(({ id }) => pattern.test(lines.get(id)?.text ?? ''))
    : favorites
  return (
    <>
      {(text !== '' || favorites.some(({ id }) => lines.has(id))) && (
        <search className={styles.search}>
          <SearchText text={text} onSearch={onSearch} />
          {text && (
            <p role="status">
              {found.length === 0
                ? `No note contains “${text}”.`
                : `“${text}” is in the notes on ${found.length} of ${favorites.length} favorites.`}
            </p>
          )}
        </search>
      )}
      {children(found)}
    </>
  )
}

function SearchText({ text, onSearch }: Pick<NotesSearchProps, 'text' | 'onSearch'>) {
  const [typed, setTyped] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Field
      label="Search your notes"
      type="search"
      value={typed}
      maxLength={MAX_TEXT_LENGTH}
      autoComplete="off"
      onChange={({ target: { value } }) => {
        setTyped(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onSearch(value.trim()), DEBOUNCE_MS)
      }}
    />
  )
}

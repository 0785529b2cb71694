import { createListCollection } from '@chakra-ui/react/collection'
import {
  ComboboxContent,
  ComboboxControl,
  ComboboxEmpty,
  ComboboxInput,
  ComboboxItem,
  ComboboxItemText,
  ComboboxLabel,
  ComboboxPositioner,
  ComboboxRoot,
} from '@chakra-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { nameOfPlace, suggestionsQuery } from '#client/data/place-names.ts'
import { formatHouses } from '#client/format/format.ts'
import { Chakra } from '#client/theme/chakra.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import field from '#client/ui/field.module.css'
import { withNoBreaks } from '#contract/no-break.ts'
import type { Suggestion } from '#contract/places.ts'
import styles from './place-search.module.css'

/** The maximum length of a typed place, in characters. The server rejects a longer text. */
const MAX_LENGTH = 100

interface PlaceSearchProps {
  label: string
  hint: ReactNode
  /** The name of the chosen place. Empty if no place is chosen. */
  name: string
  /** The text that the person has typed before this field appeared, otherwise the name. */
  typed: string
  /** Called with undefined when the person clears the text. */
  onChoose: (place: Suggestion | undefined) => void
}

/**
 * The search field for places, with suggestions. Replaces a plain field when the plain field gets
 * the focus.
 */
export default function PlaceSearch({ label, hint, name, typed, onChoose }: PlaceSearchProps) {
  const [text, setText] = useState(typed)
  const [named, setNamed] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  // If the searched place has changed, for example by the back button, show its name.
  if (named !== name) {
    setNamed(name)
    setText(name)
  }

  const asked = text === name ? '' : text.trim()
  const { data, error, isFetching } = useQuery(suggestionsQuery(asked))
  const suggestions = asked ? (data?.suggestions ?? []) : []
  const collection = createListCollection({
    items: suggestions,
    itemToValue: ({ ref }) => ref,
    itemToString: nameOfPlace,
  })
  const message = asked && !isFetching ? describeResults(suggestions.length, error) : ''

  // Focus this field, because the plain field that had the focus has disappeared. A layout effect
  // does this before the next key press.
  useLayoutEffect(() => input.current?.focus(), [])

  return (
    <Chakra>
      <ComboboxRoot
        collection={collection}
        value={[]}
        inputValue={text}
        onInputValueChange={({ inputValue, reason }) => {
          if (reason !== 'input-change' && reason !== 'clear-trigger') return
          setText(inputValue)
          if (inputValue === '' && name !== '') onChoose(undefined)
        }}
        onValueChange={({ items: [chosen] }) => {
          if (!chosen) return
          setText(nameOfPlace(chosen))
          onChoose(chosen)
        }}
        onOpenChange={({ open }) => {
          // Remove a typed text that names no place. Otherwise the text would look like an active
          // filter.
          if (!open && document.activeElement !== input.current) setText(name)
        }}
        inputBehavior="autohighlight"
        selectionBehavior="preserve"
        openOnClick={false}
        defaultOpen={typed !== name}
        closeOnSelect
        allowCustomValue
      >
        <ComboboxLabel className={field.label}>{label}</ComboboxLabel>
        <ComboboxControl>
          <ComboboxInput
            ref={input}
            className={field.control}
            maxLength={MAX_LENGTH}
            spellCheck={false}
            enterKeyHint="search"
            onFocus={({ currentTarget }) =>
              currentTarget.setSelectionRange(text === name ? 0 : text.length, text.length)
            }
            onBlur={() => setText(name)}
          />
        </ComboboxControl>
        <p className="caption">{hint}</p>
        <ComboboxPositioner>
          <ComboboxContent>
            <ComboboxEmpty>{message}</ComboboxEmpty>
            {suggestions.map((suggestion) => (
              <ComboboxItem key={suggestion.ref} item={suggestion}>
                <ComboboxItemText>
                  <Bilingual>{nameOfPlace(suggestion)}</Bilingual>
                  {suggestion.ja !== suggestion.en && (
                    <span className={styles.japanese} lang="ja" translate="no">
                      {suggestion.ja}
                    </span>
                  )}
                  <span className={styles.more}>
                    {withNoBreaks([kindOf(suggestion), formatHouses(suggestion.count)].join(' · '))}
                  </span>
                </ComboboxItemText>
              </ComboboxItem>
            ))}
          </ComboboxContent>
        </ComboboxPositioner>
      </ComboboxRoot>
      <p className="visually-hidden" role="status">
        {message}
      </p>
    </Chakra>
  )
}

function kindOf({ kind, within }: Suggestion) {
  if (kind === 'region') return 'Region'
  if (kind === 'prefecture') return 'Prefecture'
  return within ?? (kind === 'station' ? 'Station' : 'Place')
}

function describeResults(count: number, error: unknown) {
  if (error) return 'The suggestions could not be loaded'
  if (count === 0) return 'No place has this name'
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}

import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { languageOf } from '#client/ui/bilingual.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { findByName, type Named } from './find-by-name.ts'

/**
 * The minimum number of places for which the search field appears. Reading a shorter list is
 * quicker than searching it.
 */
const MIN_PLACES_TO_SEARCH = 8

interface FoundSelectProps<Place> extends Omit<ComponentProps<typeof Select>, 'onChange'> {
  places: readonly Place[]
  /** What the places are, in the singular and in the plural: `city` and `cities`. */
  kind: [one: string, many: string]
  /** The message if no place has the typed name. */
  noneFound: string
  /** The label of the option that clears the choice. */
  all: string
  /** Returns the label of a place's option. By default, the label is the name of the place. */
  describe?: (place: Place) => string
  value: string
  onChoose: (value: string) => void
  /** Whether the chosen place is cleared when the person types a name that does not match it. */
  clearsChoice?: boolean
}

/** A select of places. The search field above finds a place by its English or Japanese name. */
export function FoundSelect<Place extends Named & { value: string }>({
  places,
  kind: [one, many],
  noneFound,
  all,
  describe = ({ display }) => display,
  value,
  onChoose,
  clearsChoice,
  ...select
}: FoundSelectProps<Place>) {
  const [sought, setSought] = useState('')
  const isSearching = sought.trim() !== ''
  const isChosen = (place: Place) => place.value === value
  const found = findByName(places, sought)
  // Keep the chosen place in the list, because a native select cannot show a value that is not
  // among its options.
  const listed = places.filter((place) => isChosen(place) || found.includes(place))

  /** If only one place is found, chooses it. */
  function search(text: string) {
    setSought(text)
    const matches = findByName(places, text)
    if (text.trim() === '' || matches.some(isChosen)) return
    const [only, ...others] = matches
    if (only && others.length === 0) onChoose(only.value)
    else if (clearsChoice) onChoose('')
  }

  /**
   * On Enter, chooses the first place found. Does nothing if one of the places found is already
   * chosen, so that Enter submits the form.
   */
  function chooseFirst(event: KeyboardEvent) {
    const [first] = found
    if (event.key !== 'Enter' || !isSearching || !first || found.some(isChosen)) return
    event.preventDefault()
    onChoose(first.value)
  }

  function describeFound() {
    if (found.length === 0) return noneFound
    return found.length === 1 ? 'Found and chosen' : `${found.length} ${many} to choose from`
  }

  return (
    <>
      {places.length >= MIN_PLACES_TO_SEARCH && (
        <Field
          label={`Find a ${one}`}
          type="search"
          value={sought}
          placeholder="English or Japanese name"
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => search(target.value)}
          onKeyDown={chooseFirst}
          hint={<span role="status">{isSearching && describeFound()}</span>}
        />
      )}
      <Select {...select} value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{all}</option>
        {listed.map((place) => (
          <option
            key={place.value}
            value={place.value}
            translate="no"
            lang={languageOf(place.display)}
          >
            {describe(place)}
          </option>
        ))}
      </Select>
    </>
  )
}

import { type KeyboardEvent, useState } from 'react'
import { Field, Select } from '#client/ui/field.tsx'
import { PREFECTURES } from '#contract/prefectures.ts'

interface PrefectureSelectProps {
  name: string
  value: string
  onChoose: (prefecture: string) => void
}

/**
 * The prefectures from north to south. The search field above finds a prefecture by its English or
 * Japanese name.
 */
export function PrefectureSelect({ name, value, onChoose }: PrefectureSelectProps) {
  const [sought, setSought] = useState('')
  const isSearching = sought.trim() !== ''
  const found = findPrefectures(sought)
  // Keep the chosen prefecture in the list, because a native select cannot show a value that is not
  // among its options.
  const listed = PREFECTURES.filter(
    (prefecture) => prefecture.value === value || found.includes(prefecture),
  )

  /** If only one prefecture is found, chooses it. */
  function search(text: string) {
    setSought(text)
    const [only, ...others] = findPrefectures(text)
    if (only && others.length === 0 && only.value !== value) onChoose(only.value)
  }

  /**
   * On Enter, chooses the first prefecture found. Does nothing if one of the prefectures found is
   * already chosen, so that Enter submits the form.
   */
  function chooseFirst(event: KeyboardEvent) {
    const [first] = found
    const isChosen = found.some((prefecture) => prefecture.value === value)
    if (event.key !== 'Enter' || !isSearching || !first || isChosen) return
    event.preventDefault()
    onChoose(first.value)
  }

  return (
    <>
      <Field
        label="Find a prefecture"
        type="search"
        value={sought}
        placeholder="English or Japanese name"
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ target }) => search(target.value)}
        onKeyDown={chooseFirst}
        hint={<span role="status">{isSearching && describeFound(found.length)}</span>}
      />
      <Select
        label="Prefecture"
        name={name}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">All prefectures</option>
        {listed.map(({ value, display }) => (
          <option key={value} value={value}>
            {display}
          </option>
        ))}
      </Select>
    </>
  )
}

function describeFound(count: number) {
  if (count === 0) return 'No prefecture has this name'
  return count === 1 ? 'Found and chosen' : `${count} prefectures to choose from`
}

/** The prefectures whose name begins with the text: `hyo`, `Hyōgo`, `兵庫`, `兵庫県`. */
export function findPrefectures(sought: string) {
  const text = keyOf(sought)
  return PREFECTURES.filter(({ display, japanese }) =>
    [display, japanese].some((name) => keyOf(name).startsWith(text)),
  )
}

/** Removes macrons, spaces and hyphens, and ignores case, so that `hyogo` finds `Hyōgo`. */
function keyOf(name: string) {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s-]/g, '')
    .toLowerCase()
}

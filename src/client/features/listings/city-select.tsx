import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { cityCountsQuery } from '#client/data/filter-counts.ts'
import { citiesQuery } from '#client/data/listings.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { languageOf } from '#client/ui/bilingual.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { findCities } from './find-cities.ts'

/**
 * The minimum number of cities for which the search field appears. Reading a shorter list is
 * quicker than searching it.
 */
const MIN_CITIES_TO_SEARCH = 8

interface CitySelectProps {
  /** The filters for which the houses of each city are counted. */
  filters: ListingsParams
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}

/**
 * The cities of a prefecture by English name. The search field above finds a city by its English or
 * Japanese name.
 */
export function CitySelect({ filters, ...control }: CitySelectProps) {
  const [sought, setSought] = useState('')
  const { prefecture } = filters
  const { data: cities, isError } = useQuery(citiesQuery(prefecture))
  const counted = useQuery(cityCountsQuery(filters))
  // Offline, nobody counts the houses that meet the other filters. The counts of `citiesQuery`
  // ignore these filters, so show no count.
  const isUncounted = counted.isEnabled && !counted.isFetching && !counted.data
  const countOf = ({ value, count }: { value: string; count: number }) => {
    if (isUncounted) return undefined
    return counted.data ? (counted.data.get(value) ?? 0) : count
  }
  const found = cities && findCities(cities, sought)
  const choose = (value: string) => control.onChange({ target: { value } })

  /**
   * If only one city is found, chooses this city. If the chosen city is not found, clears the
   * choice.
   */
  function search(text: string) {
    setSought(text)
    if (text.trim() === '' || !cities) return
    const found = findCities(cities, text)
    const [only, ...others] = found
    if (only && others.length === 0) choose(only.value)
    else if (!found.some(({ value }) => value === control.value)) choose('')
  }

  /**
   * On Enter, chooses the first city found. If a city is chosen already, Enter submits the form.
   */
  function chooseFirst(event: KeyboardEvent) {
    const [first] = found ?? []
    if (event.key !== 'Enter' || sought.trim() === '' || !first || control.value !== '') return
    event.preventDefault()
    choose(first.value)
  }

  return (
    <>
      {cities && cities.length >= MIN_CITIES_TO_SEARCH && (
        <Field
          label="Find a city"
          type="search"
          value={sought}
          placeholder="English or Japanese name"
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => search(target.value)}
          onKeyDown={chooseFirst}
          hint={
            <span role="status">{sought.trim() !== '' && describeFound(found?.length ?? 0)}</span>
          }
        />
      )}
      <Select
        label="City / Ward"
        {...control}
        disabled={!cities}
        aria-busy={counted.isPlaceholderData && counted.isFetching}
      >
        <option value="">
          {emptyChoice({ prefecture, isKnown: cities !== undefined, isError })}
        </option>
        {found?.map((city) => (
          <option key={city.value} value={city.value} lang={languageOf(city.display)}>
            {describeCity(city, countOf(city))}
          </option>
        ))}
      </Select>
    </>
  )
}

/** A city with both its names and its number of houses, if known: `Seiyo 西予市 (12)`. */
function describeCity(city: { display: string; japanese?: string | null }, count?: number) {
  return [city.display, city.japanese, count !== undefined && `(${count})`]
    .filter(Boolean)
    .join(' ')
}

function describeFound(count: number) {
  if (count === 0) return 'No city with houses has this name'
  return count === 1 ? 'Found and chosen' : `${count} cities to choose from`
}

function emptyChoice(state: {
  prefecture: string | undefined
  isKnown: boolean
  isError: boolean
}) {
  if (!state.prefecture) return 'Choose a prefecture first'
  if (state.isKnown) return 'All cities'
  return state.isError ? 'Cities unavailable' : 'Loading cities...'
}

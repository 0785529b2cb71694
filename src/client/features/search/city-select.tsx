import { useQuery } from '@tanstack/react-query'
import { latestFailure } from '#client/api/failures.ts'
import { cityCountsQuery } from '#client/data/filter-counts.ts'
import { citiesQuery } from '#client/data/listings.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { FoundSelect } from './found-select.tsx'

interface CitySelectProps {
  filters: ListingsParams
  value: string
  onChoose: (city: string) => void
}

/** The cities of a prefecture by English name, with the number of houses in each. */
export function CitySelect({ filters, value, onChoose }: CitySelectProps) {
  const { prefecture } = filters
  const query = useQuery(citiesQuery(prefecture))
  const { data: cities } = query
  const counted = useQuery(cityCountsQuery(filters))
  // Without a response from the server, show no counts. The counts of `citiesQuery` would be too
  // high, because they ignore the other filters.
  const isUncounted = counted.isEnabled && !counted.isFetching && !counted.data
  const countOf = ({ value, count }: { value: string; count: number }) => {
    if (isUncounted) return undefined
    return counted.data ? (counted.data.get(value) ?? 0) : count
  }
  return (
    <FoundSelect
      label="City / Ward"
      name="city"
      kind={['city', 'cities']}
      noneFound="No city with houses has this name"
      all={emptyChoice({
        prefecture,
        isKnown: cities !== undefined,
        hasFailed: latestFailure(query) !== null,
      })}
      places={cities ?? []}
      describe={(city) => describeCity(city, countOf(city))}
      value={value}
      onChoose={onChoose}
      clearsChoice
      disabled={!cities}
      aria-busy={counted.isPlaceholderData && counted.isFetching}
    />
  )
}

/** A city with both its names and its number of houses, if known: `Seiyo 西予市 (12)`. */
function describeCity(city: { display: string; japanese?: string | null }, count?: number) {
  return [city.display, city.japanese, count !== undefined && `(${count})`]
    .filter(Boolean)
    .join(' ')
}

function emptyChoice(state: {
  prefecture: string | undefined
  isKnown: boolean
  hasFailed: boolean
}) {
  if (!state.prefecture) return 'Choose a prefecture first'
  if (state.isKnown) return 'All cities'
  return state.hasFailed ? 'Cities unavailable' : 'Loading cities...'
}

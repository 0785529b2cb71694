import type { FilterName } from '#client/data/listing-search.ts'
import { Select } from '#client/ui/field.tsx'
import styles from './distance-filters.module.css'

/**
 * The distances to choose from, in kilometres. Few houses lie farther from the sea than the largest
 * choice.
 */
const DISTANCES = [
  { name: 'stationMax', label: 'Station', choices: [1, 2, 3, 5, 10] },
  { name: 'shinkansenMax', label: 'Shinkansen', choices: [10, 20, 50, 100] },
  { name: 'airportMax', label: 'Airport', choices: [20, 50, 100] },
  { name: 'seaMax', label: 'Sea', choices: [1, 3, 5, 10, 20] },
] as const satisfies { name: FilterName; label: string; choices: number[] }[]

interface DistanceFiltersProps {
  control: (name: FilterName) => {
    name: string
    value: string
    onChange: (event: { target: { value: string } }) => void
  }
}

/** How far a house may be from a station, the Shinkansen, an airport and the sea. */
export function DistanceFilters({ control }: DistanceFiltersProps) {
  return (
    <fieldset className={styles.distances}>
      <legend className={styles.legend}>Distance at most</legend>
      {DISTANCES.map(({ name, label, choices }) => {
        const field = control(name)
        return (
          <Select key={name} label={label} {...field}>
            <option value="">Any</option>
            {withChosen(choices, field.value).map((km) => (
              <option key={km} value={km}>
                {`${km} km`}
              </option>
            ))}
          </Select>
        )
      })}
    </fieldset>
  )
}

/**
 * If the URL contains a distance that is not among the choices, adds this distance to the choices.
 * Otherwise the field could not show the distance.
 */
function withChosen(choices: readonly number[], value: string) {
  const chosen = Number(value)
  if (value === '' || choices.includes(chosen)) return choices
  return [...choices, chosen].sort((a, b) => a - b)
}

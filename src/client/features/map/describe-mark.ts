import { formatHouses } from '#client/format/format.ts'
import { describePrecision } from '#client/format/precision.ts'
import { type Mark, splits } from './group-places.ts'

/**
 * Describes a circle on the map in words: `300 houses in 12 places`. If a region has only one place,
 * the words name the place, because the radius is that of the place.
 */
export function describeMark(mark: Mark) {
  const { count, places } = mark
  const [place] = places
  if (splits(mark) || !place) return `${formatHouses(count)} in ${places.length} places`
  return `${formatHouses(count)}, ${describePrecision(place.en, place.radius_km)}`
}

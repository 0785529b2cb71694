import { formatHouses } from '#client/format/format.ts'
import { describePrecision } from '#client/format/precision.ts'
import { type Mark, splits } from './group-places.ts'

/** Describes a circle on the map in words: `300 houses in 12 places`. */
export function describeMark(mark: Mark) {
  const { en, count, places } = mark
  const [place] = places
  if (splits(mark) || !place) return `${formatHouses(count)} in ${places.length} places`
  return `${formatHouses(count)}, ${describePrecision(en, place.radius_km)}`
}

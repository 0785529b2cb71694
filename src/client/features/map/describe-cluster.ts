import { formatHouses } from '#client/format/format.ts'
import { describePosition } from '#client/format/precision.ts'
import { type Cluster, splits } from './group-places.ts'

/**
 * Describes a circle on the map in words: `300 houses in 12 places`. If the circle stands for only
 * one place, the words name this place and say how precise it is.
 */
export function describeCluster(cluster: Cluster) {
  const { count, places } = cluster
  const [place] = places
  if (splits(cluster) || !place) return `${formatHouses(count)} in ${places.length} places`
  const { en, precision, radius_km: radiusKm } = place
  return `${formatHouses(count)}, ${describePosition(en, { precision, radiusKm })}`
}

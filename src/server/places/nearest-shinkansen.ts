import type { Coordinate } from '#contract/place-values.ts'
import { islandOf } from './coast.ts'
import { nearestOf } from './great-circle.ts'
import { SHINKANSEN_STATIONS } from './shinkansen-stations.ts'

let islands: (number | undefined)[] | undefined

/**
 * The nearest Shinkansen station on the same island, with its distance in a straight line. Undefined
 * if the island has none, because a straight line across the sea is no way to a station.
 */
export function nearestShinkansen(from: Coordinate) {
  islands ??= SHINKANSEN_STATIONS.map(islandOf)
  const island = islandOf(from)
  if (island === undefined) return undefined
  const reachable = SHINKANSEN_STATIONS.filter((_, at) => islands?.[at] === island)
  return reachable.length > 0 ? nearestOf(reachable, from) : undefined
}

import { haversine, metresBetween } from '#contract/great-circle.ts'
import type { Coordinate } from '#contract/place-values.ts'

interface Named extends Coordinate {
  en: string
  ja: string
}

/**
 * The nearest of the given points, and its distance.
 * @throws if the list is empty.
 */
export function nearestOf<N extends Named>(all: readonly N[], from: Coordinate) {
  let best: { nearest: N; haversine: number } | undefined
  for (const nearest of all) {
    const distance = haversine(nearest, from)
    if (!best || distance < best.haversine) best = { nearest, haversine: distance }
  }
  if (!best) throw new Error('The list of places to measure from is empty')
  return { nearest: best.nearest, metres: Math.round(metresBetween(best.nearest, from)) }
}

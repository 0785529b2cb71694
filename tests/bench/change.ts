import type { Measurement } from './measurement.ts'

/** Counted, not timed: the same code gives the same value. */
const EXACT = new Set<Measurement['unit']>(['kB'])
const MORE_IS_BETTER = new Set<Measurement['unit']>(['points', 'rows/s', 'requests/s'])

interface Change {
  difference: number
  /** Empty where it is not more than the noise, or where nobody knows how much that is. */
  verdict: 'WORSE' | 'better' | ''
}

/**
 * From an earlier measurement to a later one. The noise of both is how far apart the repeats lie of
 * the one that scatters more.
 */
export function changeOf(later: Measurement, earlier: Measurement): Change {
  const difference = later.value - earlier.value
  const noise = Math.max(spread(later), spread(earlier))
  if (Math.abs(difference) <= noise) return { difference, verdict: '' }
  const isMore = difference > 0
  return { difference, verdict: isMore === MORE_IS_BETTER.has(later.unit) ? 'better' : 'WORSE' }
}

function spread({ unit, repeats = [] }: Measurement) {
  if (repeats.length > 1) return Math.max(...repeats) - Math.min(...repeats)
  return EXACT.has(unit) ? 0 : Infinity
}

import type { Measurement } from './measurement.ts'

/** Units without noise. The same code always gives the same value, so any difference is real. */
const EXACT = new Set<Measurement['unit']>(['kB'])
const MORE_IS_BETTER = new Set<Measurement['unit']>(['points', 'rows/s', 'requests/s'])

interface Change {
  difference: number
  /** The verdict is empty if the difference is within the noise, or if the noise is unknown. */
  verdict: 'WORSE' | 'better' | ''
}

/**
 * Compares a later measurement with an earlier one. The noise of a measurement is the range of its
 * repeats. A difference counts only if it exceeds the noise of both measurements.
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

import { CRITERION_LABELS } from '#client/notes/note-labels.ts'
import { CRITERIA, MAX_RATING } from '#contract/note-choices.ts'

/**
 * The criteria by which the person rates a house, with their names. The criteria that every house
 * has come first, then the person's own.
 */
export function namedCriteria(own: ReadonlyMap<string, string>): [id: string, name: string][] {
  return [...CRITERIA.map((id): [string, string] => [id, CRITERION_LABELS[id]]), ...own]
}

/** The mean of ratings, such as `3.5 of 5`. Undefined without ratings. */
export function meanRating(points: readonly number[]) {
  if (points.length === 0) return undefined
  const mean = points.reduce((sum, point) => sum + point, 0) / points.length
  return `${mean.toFixed(1)} of ${MAX_RATING}`
}

export function formatPoints(points: number | undefined) {
  return points === undefined ? undefined : `${points} of ${MAX_RATING}`
}

import { PREFECTURES } from '#contract/prefectures.ts'
import type { Place } from './place.ts'
import { prefectureRadiusKm } from './prefecture-areas.ts'

/** The radius of a circle that is as large as a median municipality. */
const MUNICIPALITY_KM = 9
const OAZA_KM = 1

const CODES = new Map(
  PREFECTURES.map(({ value }, at) => [value, String(at + 1).padStart(2, '0')] as const),
)

/** The code of a prefecture by its value: `38` for `ehime`. */
export function prefectureCode(value: string) {
  return CODES.get(value)
}

/**
 * How far a house may be from the coordinate of its municipality or oaza, in kilometres. Null if only
 * its prefecture is known, because distances from the centre of a prefecture say nothing.
 */
export function distanceErrorKm(precision: Place['precision']) {
  if (precision === 'prefecture') return null
  return precision === 'oaza' ? OAZA_KM : MUNICIPALITY_KM
}

/** The largest distance that {@link distanceErrorKm} returns. */
export const MAX_DISTANCE_ERROR_KM = MUNICIPALITY_KM

/** The radius of the circle in which a house probably lies, if only its place is known. */
export function radiusKm({ precision, prefecture }: Pick<Place, 'precision' | 'prefecture'>) {
  return (
    distanceErrorKm(precision) ??
    prefectureRadiusKm(prefectureCode(prefecture) ?? '') ??
    MUNICIPALITY_KM
  )
}

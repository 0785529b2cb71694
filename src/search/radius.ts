import type { HousePrecision } from '#contract/choices.ts'
import { PREFECTURES } from '#contract/prefectures.ts'

/**
 * The areas of the prefectures in square kilometres, in the order of their codes, without the
 * Northern Territories. The areas only determine the size of circles on the map. The Geospatial
 * Information Authority publishes the exact areas.
 */
const AREAS_KM2 = [
  ...[78_421, 9645, 15_275, 7282, 11_638, 9323, 13_784, 6098, 6408, 6362, 3798, 5157, 2200, 2416],
  ...[12_584, 4248, 4186, 4191, 4465, 13_562, 10_621, 7777, 5173, 5774, 4017, 4612, 1905, 8401],
  ...[3691, 4725, 3507, 6708, 7115, 8479, 6113, 4147, 1877, 5676, 7103, 4987, 2441, 4131, 7409],
  ...[6341, 7734, 9186, 2282],
]

/** The radius of a circle that is as large as a median municipality. */
export const MUNICIPALITY_KM = 9
const OAZA_KM = 1
/** A point farther than this from the oaza that the address names contradicts the address. */
export const MAX_FROM_OAZA_KM = 5
/** At the point of a house, a person is at most this far from the house. */
const POINT_KM = 0.1

const CODES = new Map(
  PREFECTURES.map(({ value }, at) => [value, String(at + 1).padStart(2, '0')] as const),
)

/** The code of a prefecture by its value: `38` for `ehime`. */
export function prefectureCode(value: string) {
  return CODES.get(value)
}

/**
 * How far a house may be from its coordinate, in kilometres: 0 for the point of the house itself. Null
 * if only its prefecture is known, because distances from the centre of a prefecture say nothing.
 */
export function distanceErrorKm(precision: HousePrecision) {
  if (precision === 'prefecture') return null
  if (precision === 'point') return 0
  return precision === 'oaza' ? OAZA_KM : MUNICIPALITY_KM
}

/** The largest distance that {@link distanceErrorKm} returns. */
export const MAX_DISTANCE_ERROR_KM = MUNICIPALITY_KM

/** The radius of the circle in which a house probably lies, if only its place is known. */
export function radiusKm({
  precision,
  prefecture,
}: {
  prefecture: string
  precision: HousePrecision
}) {
  if (precision === 'point') return POINT_KM
  return (
    distanceErrorKm(precision) ??
    prefectureRadiusKm(prefectureCode(prefecture) ?? '') ??
    MUNICIPALITY_KM
  )
}

/** The radius in kilometres of a circle that is as large as the prefecture with this code. */
function prefectureRadiusKm(code: string) {
  const area = AREAS_KM2[Number(code) - 1]
  return area === undefined ? undefined : Math.round(Math.sqrt(area / Math.PI))
}

import { JAPAN_LEFT, JAPAN_TOP, mercatorDegrees } from '#server/places/outlines.ts'

/** The number of map units per degree, as in `japanSvg`. A unit is about 90 m. */
const UNITS = 1000

/** The nearest point on the grid of `/map/japan.svg`, so that the client reads both in one way. */
export function toMapUnits(longitude: number, latitude: number) {
  const x = Math.round((longitude - JAPAN_LEFT) * UNITS)
  const y = Math.round((JAPAN_TOP - mercatorDegrees(latitude)) * UNITS)
  return [x, y] as const
}

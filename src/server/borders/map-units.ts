import { JAPAN_LEFT, JAPAN_TOP, JAPAN_UNITS, mercatorDegrees } from '#server/places/outlines.ts'

/**
 * Rounds a coordinate to the grid of `/map/japan.svg`. The borders and the map use the same grid,
 * so the client can read both in the same way.
 */
export function toMapUnits(longitude: number, latitude: number) {
  const x = Math.round((longitude - JAPAN_LEFT) * JAPAN_UNITS)
  const y = Math.round((JAPAN_TOP - mercatorDegrees(latitude)) * JAPAN_UNITS)
  return [x, y] as const
}

import { JAPAN_LEFT, JAPAN_TOP, JAPAN_UNITS, mercatorDegrees } from '#server/places/outlines.ts'

/**
 * The nearest point on the grid of `/map/japan.svg`. The borders use this grid, so that the client
 * reads the borders in the same way as the map.
 */
export function toMapUnits(longitude: number, latitude: number) {
  const x = Math.round((longitude - JAPAN_LEFT) * JAPAN_UNITS)
  const y = Math.round((JAPAN_TOP - mercatorDegrees(latitude)) * JAPAN_UNITS)
  return [x, y] as const
}

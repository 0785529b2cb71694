import type { Coordinate } from './place-values.ts'

export const EARTH_RADIUS_M = 6_371_008.8
export const RADIANS_PER_DEGREE = Math.PI / 180

/**
 * The haversine of the angle between two coordinates. A longer distance has a larger haversine.
 * Code that only compares distances can compare haversines, which are faster to compute.
 */
export function haversine(one: Coordinate, other: Coordinate) {
  const north = Math.sin((one.latitude - other.latitude) * (RADIANS_PER_DEGREE / 2))
  const east = Math.sin((one.longitude - other.longitude) * (RADIANS_PER_DEGREE / 2))
  return north * north + cosine(one.latitude) * cosine(other.latitude) * east * east
}

export function cosine(degrees: number) {
  return Math.cos(degrees * RADIANS_PER_DEGREE)
}

/** The distance between two coordinates in metres, as if the earth were a sphere. */
export function metresBetween(one: Coordinate, other: Coordinate) {
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(haversine(one, other))))
}

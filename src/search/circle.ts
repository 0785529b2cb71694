import { cosine, EARTH_RADIUS_M, RADIANS_PER_DEGREE } from '#contract/great-circle.ts'
import type { Coordinate } from '#contract/place-values.ts'

const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS_PER_DEGREE

/** A circle on the map: its centre and its radius in metres. */
export interface Around extends Coordinate {
  metres: number
}

/** The haversine of two coordinates whose distance is `metres`. */
export function haversineOf(metres: number) {
  const half = Math.sin(metres / (2 * EARTH_RADIUS_M))
  return half * half
}

/** A rectangle that contains every coordinate within the distance, and few others. */
export function boxAround({ latitude, longitude }: Coordinate, metres: number) {
  // Make the box a thousandth larger, so that rounding never excludes a coordinate on the circle.
  const high = (1.001 * metres) / METRES_PER_DEGREE
  // A degree of longitude is shortest at the edge that is nearer to a pole, so compute the width
  // there. A box at a pole contains all longitudes.
  const closest = cosine(Math.min(Math.abs(latitude) + high, 89))
  const wide = Math.min(high / closest, 360)
  return {
    south: latitude - high,
    west: longitude - wide,
    north: latitude + high,
    east: longitude + wide,
  }
}

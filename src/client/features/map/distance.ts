import { metresBetween, RADIANS_PER_DEGREE } from '#contract/great-circle.ts'
import type { Coordinate } from '#contract/place-values.ts'

const DIRECTIONS = [
  ...['north', 'north-east', 'east', 'south-east'],
  ...['south', 'south-west', 'west', 'north-west'],
] as const

/** The distance between two points along the surface of the earth. */
export function kilometresBetween(from: Coordinate, to: Coordinate) {
  return metresBetween(from, to) / 1000
}

/** The direction in which `to` lies, seen from `from`: `north-west`. */
export function directionTo(from: Coordinate, to: Coordinate) {
  const [fromLatitude, toLatitude] = [radians(from.latitude), radians(to.latitude)]
  const across = radians(to.longitude - from.longitude)
  const east = Math.sin(across) * Math.cos(toLatitude)
  const north =
    Math.cos(fromLatitude) * Math.sin(toLatitude) -
    Math.sin(fromLatitude) * Math.cos(toLatitude) * Math.cos(across)
  const eighths = Math.round((Math.atan2(east, north) / (2 * Math.PI)) * 8)
  return DIRECTIONS[(eighths + 8) % 8] ?? 'north'
}

function radians(degrees: number) {
  return degrees * RADIANS_PER_DEGREE
}

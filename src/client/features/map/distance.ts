import type { Coordinate } from '#contract/place-values.ts'

const EARTH_RADIUS_KM = 6371

const DIRECTIONS = [
  ...['north', 'north-east', 'east', 'south-east'],
  ...['south', 'south-west', 'west', 'north-west'],
] as const

/** The distance of two points along the surface of the earth. */
export function kilometresBetween(from: Coordinate, to: Coordinate) {
  const [fromLatitude, toLatitude] = [radians(from.latitude), radians(to.latitude)]
  const halfUp = Math.sin((toLatitude - fromLatitude) / 2)
  const halfAcross = Math.sin(radians(to.longitude - from.longitude) / 2)
  const chord = halfUp ** 2 + Math.cos(fromLatitude) * Math.cos(toLatitude) * halfAcross ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
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
  return (degrees * Math.PI) / 180
}

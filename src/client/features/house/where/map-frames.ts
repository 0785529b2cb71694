interface Coordinate {
  latitude: number
  longitude: number
}

const LEFT = 122
const TOP = 51
const UNITS = 1000
const KM_PER_DEGREE = 111.32
/** Two frames on the map of Japan: one around the main islands, one around all islands. */
const MAIN_ISLANDS = { x: 6400, y: 0, size: 18_600 }
const ALL_ISLANDS = { x: 900, y: 0, size: 26_000 }
/**
 * The detailed map shows at least this many kilometres in each direction around the place. This is
 * enough to recognise a coast.
 */
const NEAR_KM = 60
/**
 * The house lies somewhere in a circle. From the centre of this circle, the detailed map extends at
 * least this many radii in each direction.
 */
const CIRCLES = 2.5

/** A square section of the map of Japan, in the units that `japanSvg` describes. */
export interface Frame {
  x: number
  y: number
  size: number
}

export function pointOnMap({ latitude, longitude }: Coordinate) {
  const angle = Math.PI / 4 + (latitude * Math.PI) / 360
  const mercator = (Math.log(Math.tan(angle)) * 180) / Math.PI
  return { x: (longitude - LEFT) * UNITS, y: (TOP - mercator) * UNITS }
}

/**
 * Converts kilometres to map units. The result depends on the latitude, because the projection
 * enlarges the north.
 */
export function lengthOnMap(km: number, { latitude }: Pick<Coordinate, 'latitude'>) {
  return (km / (KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))) * UNITS
}

/**
 * The section of the map that shows Japan: the main islands, or all islands if the place lies
 * outside the main islands.
 */
export function frameOfJapan(place: Coordinate): Frame {
  const { x, y } = pointOnMap(place)
  const { x: left, y: top, size } = MAIN_ISLANDS
  const isInside = x > left && x < left + size && y > top && y < top + size
  return isInside ? MAIN_ISLANDS : ALL_ISLANDS
}

/** The section of the map around a place. It includes the whole circle in which the house lies. */
export function frameAround(place: Coordinate, radiusKm: number): Frame {
  const { x, y } = pointOnMap(place)
  const half = lengthOnMap(Math.max(NEAR_KM, radiusKm * CIRCLES), place)
  return { x: x - half, y: y - half, size: half * 2 }
}

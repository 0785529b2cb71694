import { type Area, type Coordinate, DEFAULT_WITHIN_KM } from '#contract/place-values.ts'

export function contains({ south, west, north, east }: Area, { latitude, longitude }: Coordinate) {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

/** The smallest area that contains the given points. Undefined if there are no points. */
export function areaAround(points: readonly Coordinate[]): Area | undefined {
  if (points.length === 0) return undefined
  const latitudes = points.map(({ latitude }) => latitude)
  const longitudes = points.map(({ longitude }) => longitude)
  return {
    south: Math.min(...latitudes),
    west: Math.min(...longitudes),
    north: Math.max(...latitudes),
    east: Math.max(...longitudes),
  }
}

const KM_PER_DEGREE = 111.2

/** The area within the usual search radius of a point. */
export function circleAround({ latitude, longitude }: Coordinate): Area {
  const high = DEFAULT_WITHIN_KM / KM_PER_DEGREE
  const wide = high / Math.cos((latitude * Math.PI) / 180)
  return {
    south: latitude - high,
    west: longitude - wide,
    north: latitude + high,
    east: longitude + wide,
  }
}

/** The number of decimals of a degree in the URL. Four decimals are precise to about ten metres. */
const DECIMALS = 4

/** Formats an area for the URL: `33.1,132.2,33.9,133.1`. */
export function formatArea({ south, west, north, east }: Area) {
  return [south, west, north, east].map((degrees) => Number(degrees.toFixed(DECIMALS))).join(',')
}

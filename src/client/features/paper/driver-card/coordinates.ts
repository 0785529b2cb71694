interface Coordinate {
  /** The Japanese word for the coordinate and its direction, such as `北緯` (northern latitude). */
  name: string
  /** The coordinate in decimal degrees: `35.67902`. */
  decimal: string
  /**
   * The coordinate in degrees, minutes and seconds. Most navigation systems of Japanese cars ask
   * for this form.
   */
  sexagesimal: string
}

/** The number of decimals of a degree. One step of the last decimal is about one metre. */
const DECIMALS = 5

export function toCoordinates(position: { latitude: number; longitude: number }): Coordinate[] {
  const { latitude, longitude } = position
  return [
    toCoordinate(latitude < 0 ? '南緯' : '北緯', latitude),
    toCoordinate(longitude < 0 ? '西経' : '東経', longitude),
  ]
}

function toCoordinate(name: string, signed: number): Coordinate {
  const degrees = Math.abs(signed)
  return { name, decimal: degrees.toFixed(DECIMALS), sexagesimal: toSexagesimal(degrees) }
}

/**
 * Degrees, minutes and seconds, such as `35°40′44.5″`. One step of the last digit is about three
 * metres.
 */
function toSexagesimal(degrees: number) {
  // Round before splitting, so that 59.96 seconds become a full minute.
  const tenths = Math.round(degrees * 36_000)
  const minutes = Math.floor((tenths % 36_000) / 600)
  const seconds = ((tenths % 600) / 10).toFixed(1)
  return `${Math.floor(tenths / 36_000)}°${String(minutes).padStart(2, '0')}′${seconds.padStart(4, '0')}″`
}

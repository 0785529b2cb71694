import type { Coordinate } from '#contract/place-values.ts'

/** A position from this device. It stays on the device. */
export interface Position extends Coordinate {
  /** The device's own estimate of its error. */
  accuracyKm: number
}

export type PositionFault = 'refused' | 'unavailable' | 'timeout' | 'missing'

/** Outside, a position takes long to find. */
const TIMEOUT_MS = 20_000
/** A position of the last minutes is as good: people walk. */
const MAX_AGE_MS = 5 * 60_000

/** Of the main islands and Okinawa, with a margin. */
const JAPAN = { south: 24, west: 122.5, north: 46, east: 146.5 }

/** Asks the browser, which asks the person. Call it only on a tap. Rejects with a fault. */
export function findPosition(): Promise<Position> {
  return new Promise((resolve, reject: (fault: PositionFault) => void) => {
    if (!('geolocation' in navigator)) return reject('missing')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, accuracyKm: accuracy / 1000 }),
      ({ code }) => reject(faultOf(code)),
      // Distances to municipalities need no satellite.
      { enableHighAccuracy: false, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    )
  })
}

/** The codes of `GeolocationPositionError`. */
function faultOf(code: number): PositionFault {
  if (code === 1) return 'refused'
  return code === 3 ? 'timeout' : 'unavailable'
}

export function isInJapan({ latitude, longitude }: Coordinate) {
  const { south, west, north, east } = JAPAN
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

import { requestPosition } from '#client/browser/request-position.ts'
import type { Coordinate } from '#contract/place-values.ts'
import { contains } from './areas.ts'

/**
 * A position of this device. The app sends the position to the server only if the person searches
 * near this position.
 */
export interface Position extends Coordinate {
  /** The device's own estimate of the position's error, in kilometres. */
  accuracyKm: number
}

/**
 * The timeout of a search for the device's position. `findPosition` then rejects, and the person
 * sees a message.
 */
const TIMEOUT_MS = 20_000
/**
 * The maximum age of a cached position. Such a position is exact enough, because people on foot
 * have not moved far.
 */
const MAX_AGE_MS = 5 * 60_000

/** An area with the main islands, Okinawa and a margin. */
const JAPAN = { south: 24, west: 122.5, north: 46, east: 146.5 }

/**
 * Finds the position of the device. Call this function only after a tap. Rejects with a
 * `PositionFault`.
 */
export async function findPosition(): Promise<Position> {
  const { latitude, longitude, accuracy } = await requestPosition({
    // A rough position of the device is enough, because only the municipality of a house is known.
    // The device can find a rough position without GPS.
    enableHighAccuracy: false,
    timeout: TIMEOUT_MS,
    maximumAge: MAX_AGE_MS,
  })
  return { latitude, longitude, accuracyKm: accuracy / 1000 }
}

export const isInJapan = (here: Coordinate) => contains(JAPAN, here)

import { type PositionFault, requestPosition } from '#client/browser/request-position.ts'
import type { Pin } from '#contract/note-choices.ts'

/**
 * The timeout is long, because the GPS receiver of a phone needs up to half a minute to find its
 * first position.
 */
const TIMEOUT_MS = 30_000
/** The number of decimals of a degree that are stored. The last decimal is about a metre. */
const DECIMALS = 5

export type PositionFailure = 'refused' | 'unavailable'

/** An error message for each failure. The message says what the person can do. */
export const POSITION_FAILURES: Record<PositionFailure, string> = {
  refused:
    'Engawa is not allowed to use your position. Allow this in your browser’s settings, then try again.',
  unavailable: 'Your position was not found. Try again under open sky.',
}

/**
 * The device's position, measured by GPS where possible, or the reason why the position is unknown.
 */
export function findPosition(): Promise<Pin | PositionFailure> {
  const options = { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 }
  return requestPosition(options).then(toPin, (fault: PositionFault) =>
    fault === 'refused' ? 'refused' : 'unavailable',
  )
}

function toPin({ latitude, longitude, accuracy }: GeolocationCoordinates): Pin {
  return {
    latitude: Number(latitude.toFixed(DECIMALS)),
    longitude: Number(longitude.toFixed(DECIMALS)),
    accuracy_m: Math.round(accuracy * 10) / 10,
  }
}

export type PositionFault = 'refused' | 'unavailable' | 'timeout' | 'missing'

/**
 * Asks the browser for the device's position. The browser may ask the user for permission, so call
 * this only after a tap. Rejects with a `PositionFault`.
 */
export function requestPosition(options: PositionOptions): Promise<GeolocationCoordinates> {
  return new Promise((resolve, reject: (fault: PositionFault) => void) => {
    if (!('geolocation' in navigator)) return reject('missing')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      ({ code }) => reject(faultOf(code)),
      options,
    )
  })
}

/** Converts a code of `GeolocationPositionError` to a `PositionFault`. */
function faultOf(code: number): PositionFault {
  if (code === 1) return 'refused'
  return code === 3 ? 'timeout' : 'unavailable'
}

import { useState } from 'react'
import { type PositionFault, requestPosition } from '#client/browser/request-position.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { session } from '#client/session/session.ts'
import type { Pin } from '#contract/note-choices.ts'

/**
 * The timeout is long, because the GPS receiver of a phone needs up to half a minute to find its
 * first position.
 */
const TIMEOUT_MS = 30_000
/** The number of decimals of a degree that are stored. The last decimal is about a metre. */
const DECIMALS = 5

type PositionFailure = 'refused' | 'unavailable'

/** An error message for each failure. The message says what the person can do. */
const POSITION_FAILURES: Record<PositionFailure, string> = {
  refused:
    'Engawa is not allowed to use your position. Allow this in your browser’s settings, then try again.',
  unavailable: 'Your position was not found. Try again under open sky.',
}

export function useGpsPin(record: string, field: string) {
  const [state, setState] = useState<'idle' | 'searching' | PositionFailure>('idle')

  async function setPin() {
    const userId = session.userId()
    setState('searching')
    const found = await findPosition()
    // Finding the position takes up to half a minute. Another person may have signed in meanwhile.
    const isSamePerson = session.userId() === userId
    if (typeof found !== 'string' && isSamePerson) setNoteField(record, field, found)
    setState(typeof found === 'string' ? found : 'idle')
  }

  return {
    setPin,
    removePin: () => setNoteField(record, field, null),
    isSearching: state === 'searching',
    /**
     * Says that the device is finding its position, or why the position could not be found.
     * Undefined before the search and after a success.
     */
    sentence: sentenceOf(state),
  }
}

function sentenceOf(state: 'idle' | 'searching' | PositionFailure) {
  if (state === 'idle') return undefined
  return state === 'searching' ? 'Finding your position…' : POSITION_FAILURES[state]
}

/**
 * The device's position, measured by GPS where possible, or the reason why the position is unknown.
 */
function findPosition(): Promise<Pin | PositionFailure> {
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

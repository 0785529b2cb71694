import { useState } from 'react'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { session } from '#client/session/session.ts'
import { findPosition, POSITION_FAILURES, type PositionFailure } from './find-position.ts'

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

import { useState } from 'react'
import { setKitField } from '#client/kit/set-kit-field.ts'
import { Button } from '#client/ui/button.tsx'
import { sayPin, toPin } from './field-words.ts'
import { findPosition, POSITION_FAILURES, type PositionFailure } from './find-position.ts'
import { Fold } from './fold.tsx'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'
import { OtherValue } from './other-value.tsx'

/** The person's own pin of where the house stands. Nobody else ever sees it. */
export function OwnPin({ record, fields }: NotesProps) {
  const [state, setState] = useState<'idle' | 'searching' | PositionFailure>('idle')
  const pin = toPin(fields.pin?.value)

  async function setPin() {
    setState('searching')
    const found = await findPosition()
    if (typeof found !== 'string') setKitField(record, 'pin', found)
    setState(typeof found === 'string' ? found : 'idle')
  }

  return (
    <Fold title="Your pin" summary={pin && `accurate to ${Math.ceil(pin.accuracy_m)} m`}>
      <p className={styles.soft}>
        Standing at the house? Pin it, so that you find it again. Only you see your pin.
      </p>
      <p aria-live="polite">
        {state === 'searching' && 'Finding your position…'}
        {(state === 'refused' || state === 'unavailable') && POSITION_FAILURES[state]}
        {state === 'idle' && pin && sayPin(pin)}
      </p>
      <div className={styles.choice}>
        <Button variant="secondary" disabled={state === 'searching'} onClick={setPin}>
          {pin ? 'I am here: move the pin' : 'I am here'}
        </Button>
        {pin && (
          <Button variant="quiet" onClick={() => setKitField(record, 'pin', null)}>
            Remove pin
          </Button>
        )}
      </div>
      <OtherValue record={record} fields={fields} field="pin" />
    </Fold>
  )
}

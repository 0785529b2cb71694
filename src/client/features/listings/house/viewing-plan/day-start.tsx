import { useState } from 'react'
import { setKitField } from '#client/kit/set-kit-field.ts'
import type { ShownFields } from '#client/kit/shown-fields.ts'
import { Button } from '#client/ui/button.tsx'
import { dayRecord, MAX_PERSON_LENGTH } from '#contract/kit-choices.ts'
import { findPosition, POSITION_FAILURES, type PositionFailure } from '../notes/find-position.ts'
import { Fold } from '../notes/fold.tsx'
import { textOf } from '../notes/notes-props.ts'
import { OtherValue } from '../notes/other-value.tsx'
import { TextNote } from '../notes/text-note.tsx'
import { USUAL_START } from './schedule.ts'
import { TimeNote } from './time-note.tsx'
import { pinPosition } from './travel.ts'
import styles from './viewing-plan.module.css'

/** Where and when a day of viewings begins. */
export function DayStart({ day, start }: { day: string; start: ShownFields }) {
  const record = dayRecord(day)
  const [state, setState] = useState<'idle' | 'searching' | PositionFailure>('idle')
  const position = pinPosition(start['start.pin']?.value)
  const time = textOf(start, 'start.time') || USUAL_START

  async function setPin() {
    setState('searching')
    const found = await findPosition()
    if (typeof found !== 'string') setKitField(record, 'start.pin', found)
    setState(typeof found === 'string' ? found : 'idle')
  }

  return (
    <Fold level={3} title="Start" summary={`${startName(start)}, ${time}`}>
      <TextNote
        {...{ record, fields: start }}
        field="start.name"
        label="Where you start, such as your hotel"
        maxLength={MAX_PERSON_LENGTH}
      />
      <TimeNote {...{ record, fields: start }} field="start.time" label="When you leave" />
      <p aria-live="polite" className={styles.soft}>
        {state === 'searching' && 'Finding your position…'}
        {(state === 'refused' || state === 'unavailable') && POSITION_FAILURES[state]}
        {state === 'idle' &&
          (position?.precision ??
            'Without a pin of the start, the day begins at the first house. Only you see the pin.')}
      </p>
      <div className={styles.actions}>
        <Button variant="secondary" disabled={state === 'searching'} onClick={setPin}>
          {position ? 'I am here: move the start' : 'I am at the start now'}
        </Button>
        {position && (
          <Button variant="quiet" onClick={() => setKitField(record, 'start.pin', null)}>
            Remove pin
          </Button>
        )}
      </div>
      <OtherValue record={record} fields={start} field="start.pin" />
    </Fold>
  )
}

/** The name of the start in sentences such as `3 km from the start`. */
export function startName(start: ShownFields) {
  const name = textOf(start, 'start.name')
  if (name) return name
  return pinPosition(start['start.pin']?.value) ? 'the start' : 'the first house'
}

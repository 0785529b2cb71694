import { CollapsibleSection } from '#client/features/notes/collapsible-section.tsx'
import { OtherValue } from '#client/features/notes/other-value.tsx'
import { TextNote } from '#client/features/notes/text-note.tsx'
import { useGpsPin } from '#client/features/notes/use-gps-pin.ts'
import { textOf } from '#client/notes/field-values.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import { Button } from '#client/ui/button.tsx'
import { dayRecord, MAX_PERSON_LENGTH } from '#contract/note-choices.ts'
import { startTime } from './schedule.ts'
import { TimeNote } from './time-note.tsx'
import { pinPosition } from './travel.ts'
import styles from './viewing-plan.module.css'

/** Where and when a day of viewings begins. */
export function DayStart({ day, start }: { day: string; start: ShownFields }) {
  const record = dayRecord(day)
  const { setPin, removePin, isSearching, sentence } = useGpsPin(record, 'start.pin')
  const position = pinPosition(start['start.pin']?.value)

  return (
    <CollapsibleSection
      level={3}
      title="Start"
      summary={`${startName(start)}, ${startTime(start)}`}
    >
      <TextNote
        {...{ record, fields: start }}
        field="start.name"
        label="Where you start, such as your hotel"
        maxLength={MAX_PERSON_LENGTH}
      />
      <TimeNote {...{ record, fields: start }} field="start.time" label="When you leave" />
      <p aria-live="polite" className="caption">
        {sentence ??
          position?.precision ??
          'Without a pin here, the day begins at the first house. Only you see the pin.'}
      </p>
      <div className={styles.actions}>
        <Button variant="secondary" disabled={isSearching} onClick={setPin}>
          {position ? 'Move the start to my position' : 'Use my position as the start'}
        </Button>
        {position && (
          <Button variant="quiet" onClick={removePin}>
            Remove pin
          </Button>
        )}
      </div>
      <OtherValue record={record} fields={start} field="start.pin" />
    </CollapsibleSection>
  )
}

/**
 * The name of the place where the day starts. Undefined if the position of this place is unknown.
 */
export function placedStartName(start: ShownFields) {
  return pinPosition(start['start.pin']?.value) && startName(start)
}

/** The name of the place where the day starts, for sentences such as `3 km from the hotel`. */
export function startName(start: ShownFields) {
  const name = textOf(start, 'start.name')
  if (name) return name
  return pinPosition(start['start.pin']?.value) ? 'the start' : 'the first house'
}

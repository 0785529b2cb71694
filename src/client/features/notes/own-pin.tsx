import { toPin } from '#client/notes/pin.ts'
import { Button } from '#client/ui/button.tsx'
import { CollapsibleSection } from './collapsible-section.tsx'
import { describePin } from './field-labels.ts'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'
import { OtherValue } from './other-value.tsx'
import { useGpsPin } from './use-gps-pin.ts'

/** The person's own pin, which marks where the house stands. Nobody else ever sees the pin. */
export function OwnPin({ record, fields }: NotesProps) {
  const { setPin, removePin, isSearching, sentence } = useGpsPin(record, 'pin')
  const pin = toPin(fields.pin?.value)

  return (
    <CollapsibleSection
      title="Your pin"
      summary={pin && `accurate to ${Math.ceil(pin.accuracy_m)} m`}
    >
      <p className="caption">
        Standing at the house? Pin its place, so that you find the house again. Only you see your
        pin.
      </p>
      <p aria-live="polite">{sentence ?? (pin && describePin(pin))}</p>
      <div className={styles.choice}>
        <Button variant="secondary" disabled={isSearching} onClick={setPin}>
          {pin ? 'Move the pin to my position' : 'I am here'}
        </Button>
        {pin && (
          <Button variant="quiet" onClick={removePin}>
            Remove pin
          </Button>
        )}
      </div>
      <OtherValue record={record} fields={fields} field="pin" />
    </CollapsibleSection>
  )
}

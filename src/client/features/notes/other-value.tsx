import { now } from '#client/browser/clock.ts'
import { describeSavedAt } from '#client/format/saved-time.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { Button } from '#client/ui/button.tsx'
import { describeValue, nameOfField } from './field-labels.ts'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'

/**
 * Shown if another of the person's devices changed the same field at the same time. The person
 * chooses between the two values.
 */
export function OtherValue({ record, fields, field }: NotesProps & { field: string }) {
  const { value = null, other } = fields[field] ?? {}
  if (!other) return null
  const decide = (chosen: unknown) => setNoteField(record, field, chosen, { decides: other.id })
  const when = describeSavedAt(new Date(other.at).getTime(), now())
  return (
    <div className={styles.other} role="status">
      <p
        className={styles.quote}
      >{`On another device, you wrote ${describeValue(field, other.value)} ${when}.`}</p>
      <div className={styles.choice}>
        <Button
          variant="secondary"
          aria-label={`Use it for ${nameOfField(field)}`}
          onClick={() => decide(other.value)}
        >
          Use it
        </Button>
        <Button
          variant="quiet"
          aria-label={`Keep mine for ${nameOfField(field)}`}
          onClick={() => decide(value)}
        >
          Keep mine
        </Button>
      </div>
    </div>
  )
}

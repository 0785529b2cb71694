import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '#client/api/failures.ts'
import { now } from '#client/browser/clock.ts'
import { noteHistoryQuery } from '#client/data/note-history.ts'
import { describeSavedAt } from '#client/format/saved-time.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { Button } from '#client/ui/button.tsx'
import { PHOTO_FIELD } from '#contract/own-photo-fields.ts'
import { CollapsibleSection } from './collapsible-section.tsx'
import { describeValue, nameOfField } from './field-labels.ts'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'
import { useOwnCriteria } from './use-own-criteria.ts'

/** The former values of the notes. The person can restore each of them. */
export function History({ record, fields }: NotesProps) {
  if (Object.keys(fields).length === 0) return null
  return (
    <CollapsibleSection title="Earlier versions">
      <FormerValues record={record} />
    </CollapsibleSection>
  )
}

function FormerValues({ record }: { record: string }) {
  const { data, error, refetch, isFetching } = useQuery(noteHistoryQuery(record))
  const criteria = useOwnCriteria()
  // A deleted photo cannot be restored, because its image is gone.
  const list = data?.changes.filter(
    ({ field, value }) => value !== null && !PHOTO_FIELD.test(field),
  )
  return (
    <>
      {error && !data && <p>{failureMessage(error, 'Your earlier notes could not be loaded.')}</p>}
      {list?.length === 0 && <p>No note on this house has been replaced yet.</p>}
      <ul className={styles.questions}>
        {list?.map(({ id, field, value, at }) => (
          <li key={id} className={styles.former}>
            <p className={styles.quote}>
              <span>{`${nameOfField(field, criteria)}: ${describeValue(field, value)}`}</span>{' '}
              <span className="caption">{describeSavedAt(new Date(at).getTime(), now())}</span>
            </p>
            <Button
              variant="secondary"
              aria-label={`Use ${nameOfField(field, criteria)} again: ${describeValue(field, value)}`}
              onClick={() => setNoteField(record, field, value)}
            >
              Use again
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="quiet" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Loading…' : 'Refresh'}
        </Button>
      </div>
    </>
  )
}

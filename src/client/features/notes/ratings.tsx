import { type SubmitEvent, useState } from 'react'
import { createUuid } from '#client/notes/create-uuid.ts'
import { numberOf } from '#client/notes/field-values.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { criterionRecord, MAX_CRITERION_LENGTH, MAX_RATING } from '#contract/note-choices.ts'
import { Choice } from './choice.tsx'
import { CollapsibleSection } from './collapsible-section.tsx'
import { meanRating, namedCriteria } from './criteria.ts'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'
import { OtherValue } from './other-value.tsx'
import { useOwnCriteria } from './use-own-criteria.ts'

const POINTS = Array.from({ length: MAX_RATING }, (_, index) => index + 1)

/** Rates the house by the criteria that every house has, and by the person's own criteria. */
export function Ratings({ record, fields }: NotesProps) {
  const own = useOwnCriteria()
  const criteria = namedCriteria(own)
  const points = criteria.flatMap(([id]) => numberOf(fields, `rating.${id}`) ?? [])
  return (
    <CollapsibleSection title="Rating" summary={meanRating(points)}>
      <p className="caption">
        {`${MAX_RATING} is the best rating. For damp, ${MAX_RATING} means a dry house.`}
      </p>
      {criteria.map(([id, name]) => (
        <div key={id} className={styles.criterion}>
          <span>{name}</span>
          <Choice
            label={name}
            options={POINTS.map((point) => ({
              id: point,
              label: String(point),
              spoken: `${point} of ${MAX_RATING}`,
            }))}
            chosen={numberOf(fields, `rating.${id}`)}
            onChoose={(point) => setNoteField(record, `rating.${id}`, point)}
          />
          {own.has(id) && (
            <Button
              variant="quiet"
              aria-label={`Remove ${name} from all houses`}
              onClick={() => setNoteField(criterionRecord(id), 'name', null)}
            >
              Remove
            </Button>
          )}
          <OtherValue record={record} fields={fields} field={`rating.${id}`} />
        </div>
      ))}
      <AddCriterion />
    </CollapsibleSection>
  )
}

function AddCriterion() {
  const [name, setName] = useState('')
  function add(event: SubmitEvent) {
    event.preventDefault()
    if (setNoteField(criterionRecord(createUuid()), 'name', name.trim())) setName('')
  }
  return (
    <form className={styles.add} onSubmit={add}>
      <Field
        label="Your own criterion, for all houses"
        value={name}
        maxLength={MAX_CRITERION_LENGTH}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="secondary">
        Add
      </Button>
    </form>
  )
}

import { type FormEvent, type ReactNode, useState } from 'react'
import { contactsOf } from '#client/features/house/contacts-of.ts'
import { Telephone } from '#client/features/listings/contact.tsx'
import { CollapsibleSection } from '#client/features/notes/collapsible-section.tsx'
import { OtherValue } from '#client/features/notes/other-value.tsx'
import { SavedSentence } from '#client/features/notes/saved-sentence.tsx'
import { TextNote } from '#client/features/notes/text-note.tsx'
import { shortDay } from '#client/notes/japan-day.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { planHouse, unplanHouse, type Visit } from '#client/notes/visits.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { showToast, UNDO_DURATION_MS } from '#client/ui/toast.ts'
import { MAX_PERSON_LENGTH, MAX_PHONE_LENGTH, MAX_REMARK_LENGTH } from '#contract/note-choices.ts'
import type { Stop } from './schedule.ts'
import { TimeNote } from './time-note.tsx'
import styles from './viewing-plan.module.css'

/** The choices for the length of a viewing, in minutes. */
const MINUTES = [15, 30, 45, 60, 90, 120, 180]

interface VisitDetailsProps {
  stop: Stop
  number: number
  /** The viewings of all days. */
  visits: readonly Visit[]
  calendarButton: ReactNode
}

/** The form for a planned viewing: the appointment, the length of the viewing, and the day. */
export function VisitDetails({ stop, number, visits, calendarButton }: VisitDetailsProps) {
  const { record, fields, listingId, minutes, day } = stop.visit
  const note = { record, fields }
  const choices = [...new Set([...MINUTES, minutes])].sort((a, b) => a - b)

  function remove() {
    unplanHouse(listingId, { day, begin: stop.begin, end: stop.end })
    focusPage()
    showToast({
      type: 'info',
      title: 'Removed from the plan',
      duration: UNDO_DURATION_MS,
      action: {
        label: 'Undo',
        onClick: () => {
          setNoteField(record, 'day', day)
          setNoteField(record, 'removed', null)
        },
      },
    })
  }

  return (
    <CollapsibleSection title="Appointment and time" summary={`${minutes} min`}>
      <SavedSentence {...note} />
      <div className={styles.pair}>
        <TimeNote {...note} field="appointment.time" label="Appointment, in Japan’s time" />
        <div>
          <Select
            label="Length of the viewing"
            value={minutes}
            onChange={({ target }) => setNoteField(record, 'minutes', Number(target.value))}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {`${choice} min`}
              </option>
            ))}
          </Select>
          <OtherValue {...note} field="minutes" />
        </div>
      </div>
      <TextNote {...note} field="appointment.name" label="With" maxLength={MAX_PERSON_LENGTH} />
      <TextNote {...note} field="appointment.phone" label="Phone" maxLength={MAX_PHONE_LENGTH} />
      <TextNote {...note} field="remark" label="Remark" maxLength={MAX_REMARK_LENGTH} rows={2} />
      <Desk stop={stop} />
      {stop.position && <p className="caption">{stop.position.precision}</p>}
      <MoveToDay stop={stop} visits={visits} />
      <div className={styles.actions}>
        {calendarButton}
        <Button
          variant="quiet"
          aria-label={`Remove from the plan: house ${number}`}
          onClick={remove}
        >
          Remove from the plan
        </Button>
      </div>
    </CollapsibleSection>
  )
}

/**
 * The phone number of the town hall, with the note that the operator of Engawa has entered. This
 * note may give the opening hours.
 */
function Desk({ stop: { listing } }: { stop: Stop }) {
  const municipal = listing && contactsOf(listing)?.municipal
  if (!municipal?.phone && !municipal?.note) return null
  return (
    <p className="caption">
      <span>{`${municipal.en} town hall${municipal.phone ? ': ' : ''}`}</span>
      {municipal.phone && <Telephone number={municipal.phone} />}
      <span>
        {municipal.note ? `. ${municipal.note}` : '. Opening hours are not known: call first.'}
      </span>
    </p>
  )
}

/**
 * Moves the house to the end of another day when the person presses the button. Without the button,
 * the first typed digit of a date could move the house to a wrong day, and the house would
 * disappear from the page.
 */
function MoveToDay({ stop, visits }: Pick<VisitDetailsProps, 'stop' | 'visits'>) {
  const { record, fields, listingId, day } = stop.visit
  const [chosen, setChosen] = useState(day)

  function move(event: FormEvent) {
    event.preventDefault()
    if (!chosen || chosen === day) return
    planHouse(visits, listingId, chosen)
    focusPage()
    showToast({ type: 'info', title: `Moved to ${shortDay(chosen)}` })
  }

  return (
    <div>
      <form className={styles.add} onSubmit={move}>
        <Field
          label="Day"
          type="date"
          required
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        />
        <Button type="submit" variant="secondary">
          Move the house to this day
        </Button>
      </form>
      <OtherValue record={record} fields={fields} field="day" />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { useNoteRecord, useNoteRecords } from '#client/components/use-notes.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { notesId } from '#client/format/listing-ids.ts'
import { textOf } from '#client/notes/field-values.ts'
import { STATUS_LABELS } from '#client/notes/note-labels.ts'
import { toPin } from '#client/notes/pin.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { appointmentOf, planHouse, readVisits, unplanHouse, VISITS } from '#client/notes/visits.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import fold from '#client/ui/fold.module.css'
import {
  HOUSE_STATUSES,
  houseRecord,
  MAX_NOTE_LENGTH,
  MAX_VERDICT_LENGTH,
} from '#contract/note-choices.ts'
import type { Shortlist } from '#contract/shortlist.ts'
import { Checklist } from './checklist.tsx'
import { Choice } from './choice.tsx'
import { CollapsibleSection } from './collapsible-section.tsx'
import { describePin } from './field-labels.ts'
import { History } from './history.tsx'
import styles from './notes.module.css'
import type { NotesProps } from './notes-props.ts'
import { OtherValue } from './other-value.tsx'
import { Ratings } from './ratings.tsx'
import { SavedSentence } from './saved-sentence.tsx'
import { SharedHouse } from './shared-house.tsx'
import { TextNote } from './text-note.tsx'
import { Told } from './told.tsx'
import { useGpsPin } from './use-gps-pin.ts'

/** The person's own photos of a house. Their code loads after the notes are shown. */
const OwnPhotos = lazyPart(() => import('./photos/own-photos.tsx'))

/** The person's notes on a house. Each change is saved on the device immediately. */
export function NotesSection({ listing }: { listing: Listing }) {
  const record = houseRecord(listing.id)
  const { fields, isLoaded } = useNoteRecord(record)
  const { data } = useQuery(shortlistQuery)
  const house = data?.shortlist?.houses.find(({ listing_id }) => listing_id === listing.id)
  const sharedWith = (house?.my_notes === 'all' && data?.shortlist?.other?.name) || null
  const isPlanned = useIsPlanned(listing.id)
  const isEmpty =
    !house &&
    !isPlanned &&
    Object.values(fields).every(({ value }) => value === null || value === '')
  const [isOpen, setOpen] = useIsOpen(listing.id, isEmpty)
  if (!isLoaded) return <h3>Your notes</h3>
  const shared = { record, fields }
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={`${fold.summary} ${styles.summary}`}>
        <h3>Your notes</h3>
        {!isOpen && <span className="caption">{invitation(data?.shortlist)}</span>}
      </summary>
      {isOpen && (
        <div className={styles.notes}>
          <div>
            <SavedSentence {...shared} isShared={sharedWith !== null} />
          </div>
          {data && <SharedHouse listing={listing} shortlist={data.shortlist} house={house} />}
          <StatusChoice {...shared} />
          <ViewingDay listingId={listing.id} />
          <TextNote {...shared} field="verdict" label="Summary" maxLength={MAX_VERDICT_LENGTH} />
          <TextNote {...shared} field="note" label="Notes" maxLength={MAX_NOTE_LENGTH} rows={4} />
          <OwnPhotos {...shared} sharedWith={sharedWith} />
          <Ratings {...shared} />
          <Checklist {...shared} listing={listing} />
          <Told {...shared} />
          <OwnPin {...shared} />
          <History {...shared} />
        </div>
      )}
    </details>
  )
}

function invitation(shortlist: Shortlist | null | undefined) {
  return shortlist ? 'Add a note, or put the house on your shared shortlist' : 'Add a note'
}

/**
 * Whether the notes are open. Empty notes are one line, so that the facts of the house stay close
 * together. The notes open when they are no longer empty, and when a link leads to them. They stay
 * open when a text is deleted, because the person may be about to write another one.
 */
function useIsOpen(listingId: string, isEmpty: boolean) {
  const isLinked = useLocation({ select: ({ hash }) => hash === notesId(listingId) })
  const opens = isLinked || !isEmpty
  const [opened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (opens !== opened) {
    setOpened(opens)
    if (opens) setOpen(true)
  }
  return [isOpen, setOpen] as const
}

function useIsPlanned(listingId: string) {
  const records = useNoteRecords(VISITS)
  return records !== undefined && readVisits(records).some((visit) => visit.listingId === listingId)
}

/** The person's own pin, which marks where the house stands. Nobody else ever sees the pin. */
function OwnPin({ record, fields }: NotesProps) {
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

/**
 * The choice of a status for the house, such as “Seen”. Pressing the chosen status again clears the
 * status.
 */
function StatusChoice({ record, fields }: NotesProps) {
  return (
    <div>
      <Choice
        label="Status"
        options={HOUSE_STATUSES.map((id) => ({ id, label: STATUS_LABELS[id] }))}
        chosen={textOf(fields, 'status')}
        onChoose={(status) => setNoteField(record, 'status', status)}
      />
      <OtherValue record={record} fields={fields} field="status" />
    </div>
  )
}

function ViewingDay({ listingId }: { listingId: string }) {
  const records = useNoteRecords(VISITS)
  if (!records) return null
  const visits = readVisits(records)
  const visit = visits.find((visit) => visit.listingId === listingId)
  const day = visit?.day ?? ''
  return (
    <div className={styles.choice}>
      <Field
        label="Viewing day"
        type="date"
        value={day}
        onChange={({ target: { value } }) =>
          value
            ? planHouse(visits, listingId, value)
            : unplanHouse(listingId, visit && appointmentOf(visit))
        }
      />
      {day && (
        <Link className={styles.planLink} to="/viewing-plan" search={{ day }}>
          Open the plan of this day
        </Link>
      )}
    </div>
  )
}

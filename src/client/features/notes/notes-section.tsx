import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { useNoteRecord } from '#client/components/use-notes.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { houseRecord, MAX_NOTE_LENGTH, MAX_VERDICT_LENGTH } from '#contract/note-choices.ts'
import { Checklist } from './checklist.tsx'
import { History } from './history.tsx'
import styles from './notes.module.css'
import { OwnPin } from './own-pin.tsx'
import { Ratings } from './ratings.tsx'
import { SavedSentence } from './saved-sentence.tsx'
import { SharedHouse } from './shared-house.tsx'
import { StatusChoice } from './status-choice.tsx'
import { TextNote } from './text-note.tsx'
import { Told } from './told.tsx'
import { ViewingDay } from './viewing-day.tsx'

/** The person's own photos of a house. Their code loads after the notes are shown. */
const OwnPhotos = lazyPart(() => import('./photos/own-photos.tsx'))

/** The person's notes on a house. Each change is saved on the device immediately. */
export function NotesSection({ listing }: { listing: Listing }) {
  const record = houseRecord(listing.id)
  const { fields, isLoaded } = useNoteRecord(record)
  const { data } = useQuery(shortlistQuery)
  const house = data?.shortlist?.houses.find(({ listing_id }) => listing_id === listing.id)
  const sharedWith = (house?.my_notes === 'all' && data?.shortlist?.other?.name) || null
  const heading = useId()
  if (!isLoaded) return <h3 id={heading}>Your notes</h3>
  const shared = { record, fields }
  return (
    <div className={styles.notes}>
      <div>
        <h3 id={heading}>Your notes</h3>
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
  )
}

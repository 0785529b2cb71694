import type { Listing } from '#client/data/to-listing.ts'
import { notesId } from '#client/format/listing-ids.ts'
import styles from './house-notes.module.css'
import { NotesSection } from './notes-section.tsx'

export function HouseNotes({ listing }: { listing: Listing }) {
  return (
    <section className={styles.section} id={notesId(listing.id)} aria-label="Your notes">
      <NotesSection listing={listing} />
    </section>
  )
}

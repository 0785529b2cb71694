import { useEffect } from 'react'
import { lazyPart } from '#client/components/lazy-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import styles from './house-notes.module.css'

const NotesSection = lazyPart(() => import('./notes-section.tsx'))

/** Loads the code of the notes before they are rendered. */
export function usePreloadedNotes() {
  useEffect(NotesSection.preload, [])
}

export function HouseNotes({ listing }: { listing: Listing }) {
  return (
    <section className={styles.section} id={notesId(listing.id)} aria-label="Your notes">
      <NotesSection listing={listing} />
    </section>
  )
}

/** The id of the section, to which links lead. */
export function notesId(listingId: string) {
  return `notes-${listingId}`
}

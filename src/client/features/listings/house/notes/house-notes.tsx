import { useEffect } from 'react'
import { lazyPart } from '#client/components/lazy-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import styles from './house-notes.module.css'

const NotesSection = lazyPart(() => import('./notes-section.tsx'))

/**
 * Loads the code of the notes early, so that the notes appear without delay when the page renders
 * them.
 */
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

/** The element id of the section with the person's notes. Links scroll to this section. */
export function notesId(listingId: string) {
  return `notes-${listingId}`
}

import { useEffect } from 'react'
import { MissingChunk } from '#client/components/missing-chunk.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import styles from './house-notes.module.css'

const notes = lazyPart(() => import('./notes-section.tsx'))

/** Loads the code of the notes before they are rendered. */
export function usePreloadedNotes() {
  useEffect(notes.preload, [])
}

/** The person's own notes on a house. */
export function HouseNotes({ listing }: { listing: Listing }) {
  return (
    <section className={styles.section} id={notesId(listing.id)} aria-label="Your notes">
      <notes.Place failed={(error, retry) => <MissingChunk error={error} onRetry={retry} />}>
        <notes.Part listing={listing} />
      </notes.Place>
    </section>
  )
}

/** The id of the section, to which links lead. */
export function notesId(listingId: string) {
  return `notes-${listingId}`
}

import { useSyncExternalStore } from 'react'
import { noteLines } from '#client/notes/note-lines.ts'
import { findMatch, toPattern } from './find-match.ts'
import styles from './note-line.module.css'

export function NoteLine({ listingId }: { listingId: string }) {
  const line = useSyncExternalStore(noteLines.watch, () => noteLines.current().get(listingId)?.line)
  if (!line) return null
  return (
    <p className={styles.line}>
      <span className="visually-hidden">Your notes: </span>
      <span>{line}</span>
    </p>
  )
}

/**
 * The part of the notes that matches `search`, in one line of the card. Without a match, the usual
 * line.
 */
export function NoteMatch({ listingId, search }: { listingId: string; search: string }) {
  const note = useSyncExternalStore(noteLines.watch, () => noteLines.current().get(listingId))
  const found = note && findMatch(note, toPattern(search))
  if (!found) return <NoteLine listingId={listingId} />
  return (
    <p className={styles.line}>
      <span className="visually-hidden">Your notes: </span>
      <span>{found.before}</span>
      <mark className={styles.match}>{found.match}</mark>
      <span>{found.after}</span>
    </p>
  )
}

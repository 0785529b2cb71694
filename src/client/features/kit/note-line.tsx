import { useSyncExternalStore } from 'react'
import { noteLines } from '#client/kit/note-lines.ts'
import styles from './note-line.module.css'

/** The person's notes on a house, in one line of its card. */
export function NoteLine({ listingId }: { listingId: string }) {
  const line = useSyncExternalStore(noteLines.watch, () => noteLines.all().get(listingId)?.line)
  if (!line) return null
  return (
    <p className={styles.line}>
      <span className="visually-hidden">Your notes: </span>
      {line}
    </p>
  )
}

import { useNoteRecord } from '#client/components/use-notes.ts'
import { toNoteLine } from '#client/notes/to-note-line.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { houseRecord } from '#contract/note-choices.ts'
import styles from './note-summary.module.css'
import { NotesLink } from './notes-link.tsx'

/** The person's own notes on a house, in one line. A tap scrolls to all notes. */
export function NoteSummary({ listingId }: { listingId: string }) {
  const { fields } = useNoteRecord(houseRecord(listingId))
  const { line } = toNoteLine(fields)
  if (!line) return null
  return (
    <NotesLink className={styles.link} listingId={listingId}>
      <span className="visually-hidden">Your notes: </span>
      <span className={styles.line}>
        <Bilingual>{line}</Bilingual>
      </span>
    </NotesLink>
  )
}

import { Link } from '@tanstack/react-router'
import { useNoteRecord } from '#client/components/use-notes.ts'
import { notesId } from '#client/format/listing-ids.ts'
import { toNoteLine } from '#client/notes/to-note-line.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { houseRecord } from '#contract/note-choices.ts'
import styles from './note-summary.module.css'

/** The person's own notes on a house, in one line. A tap scrolls to all notes. */
export function NoteSummary({ listingId }: { listingId: string }) {
  const { fields } = useNoteRecord(houseRecord(listingId))
  const { line } = toNoteLine(fields)
  if (!line) return null
  return (
    <Link
      className={styles.link}
      to="."
      search
      hash={notesId(listingId)}
      replace
      onClick={() => requestAnimationFrame(focusPage)}
    >
      <span className="visually-hidden">Your notes: </span>
      <span className={styles.line}>
        <Bilingual>{line}</Bilingual>
      </span>
    </Link>
  )
}

import { useId } from 'react'
import { useNoteRecord } from '#client/components/use-notes.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { noteRows } from '#client/features/notes/note-rows.ts'
import { PhotoSheet } from '#client/features/notes/photo-sheet.tsx'
import { photosIn } from '#client/features/notes/photos-in.ts'
import { useLoadedCriteria } from '#client/features/notes/use-own-criteria.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { houseRecord } from '#contract/note-choices.ts'
import dossierStyles from './dossier.module.css'
import styles from './own-notes.module.css'

interface OwnNotesProps {
  listing: Listing
  /** The maximum number of the person's own photos. */
  mostPhotos: number
}

/** What the person has noted on the house, and their own photos. Renders nothing without notes. */
export function OwnNotes({ listing, mostPhotos }: OwnNotesProps) {
  const heading = useId()
  const { isLoaded, fields } = useNoteRecord(houseRecord(listing.id))
  const criteria = useLoadedCriteria()
  if (!isLoaded || !criteria) return <div hidden aria-busy="true" />
  const rows = noteRows({ listing, fields }, criteria).filter(({ lines }) => lines.length > 0)
  if (rows.length === 0 && photosIn(fields).length === 0) return null
  return (
    <section className={dossierStyles.section} aria-labelledby={heading}>
      <h3 id={heading}>Your notes</h3>
      {rows.length > 0 && (
        <dl className={styles.rows}>
          {rows.map(({ id, name, lines }) => (
            <div key={id} className={styles.row}>
              <dt className={styles.name}>
                <Bilingual>{name}</Bilingual>
              </dt>
              {lines.map((line) => (
                <dd key={line} className={styles.line}>
                  <Bilingual>{line}</Bilingual>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
      <PhotoSheet fields={fields} mostPhotos={mostPhotos} />
    </section>
  )
}

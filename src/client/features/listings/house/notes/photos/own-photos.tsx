import { useEffect, useId, useRef, useState } from 'react'
import { attempt } from '#client/browser/storage.ts'
import { nameUnnamed } from '#client/kit/own-photos/change-photos.ts'
import { Button } from '#client/ui/button.tsx'
import { captionField, type OwnPhoto, PHOTO_FIELD } from '#contract/own-photo-fields.ts'
import { type NotesProps, textOf } from '../notes-props.ts'
import { AddPhotos } from './add-photos.tsx'
import styles from './own-photos.module.css'
import { PhotoPicture } from './photo-picture.tsx'
import { SelectedPhoto } from './selected-photo.tsx'
import { UploadState } from './upload-state.tsx'

/** How many photos are shown at first. Hundreds of pictures would take much memory. */
const FIRST_SHOWN = 24

/** The person's own photos of a house. Nobody else ever sees them. */
export default function OwnPhotos({ record, fields }: NotesProps) {
  const [selectedId, setSelected] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  const heading = useId()
  /** The thumbnail of the selected photo. */
  const opener = useRef<HTMLButtonElement>(null)
  const photos = photosIn(fields)
  useEffect(() => void attempt(nameUnnamed), [])
  const shown = showsAll ? photos : photos.slice(0, FIRST_SHOWN)
  const selected = photos.find(({ id }) => id === selectedId)
  return (
    <section className={styles.photos} aria-labelledby={heading}>
      <h4 id={heading}>Your photos</h4>
      <AddPhotos record={record} />
      <UploadState hasPhotos={photos.length > 0} />
      {shown.length > 0 && (
        <ul className={styles.grid}>
          {shown.map(({ id }, index) => (
            <li key={id}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-pressed={id === selectedId}
                aria-label={textOf(fields, captionField(id)) || `Photo ${index + 1}`}
                onClick={({ currentTarget }) => {
                  opener.current = currentTarget
                  setSelected(id === selectedId ? undefined : id)
                }}
              >
                <PhotoPicture id={id} kind="thumbnail" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown.length < photos.length && (
        <Button variant="quiet" onClick={() => setShowsAll(true)}>
          Show all {photos.length} photos
        </Button>
      )}
      {selected && (
        <SelectedPhoto
          key={selected.id}
          {...{ record, fields, photo: selected }}
          onClose={() => {
            setSelected(undefined)
            opener.current?.focus()
          }}
        />
      )}
    </section>
  )
}

/** The photos that the notes name, the oldest first. */
function photosIn(fields: NotesProps['fields']) {
  return Object.entries(fields)
    .flatMap(([field, { value }]) => {
      const id = field.match(PHOTO_FIELD)?.[1]
      // The cast is safe, because the contract checked the value when it was written and when it
      // arrived.
      return id && value ? [{ id, ...(value as OwnPhoto) }] : []
    })
    .sort((a, b) => a.added_at.localeCompare(b.added_at))
}

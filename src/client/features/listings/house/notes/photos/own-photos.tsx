import { useEffect, useId } from 'react'
import { attempt } from '#client/browser/storage.ts'
import { nameUnnamed } from '#client/kit/own-photos/change-photos.ts'
import { captionField, type OwnPhoto, photoIdOf } from '#contract/own-photo-fields.ts'
import { type NotesProps, textOf } from '../notes-props.ts'
import { AddPhotos } from './add-photos.tsx'
import styles from './own-photos.module.css'
import { PhotoGrid } from './photo-grid.tsx'
import { PhotoPicture } from './photo-picture.tsx'
import { SelectedPhoto } from './selected-photo.tsx'
import { type SharedWith, UploadState } from './upload-state.tsx'

/** The person's own photos of a house. */
export default function OwnPhotos({
  record,
  fields,
  sharedWith,
}: NotesProps & { sharedWith: SharedWith }) {
  const heading = useId()
  const photos = photosIn(fields)
  useEffect(() => void attempt(nameUnnamed), [])
  return (
    <section className={styles.photos} aria-labelledby={heading}>
      <h4 id={heading}>Your photos</h4>
      <AddPhotos record={record} />
      <UploadState hasPhotos={photos.length > 0} sharedWith={sharedWith} />
      <PhotoGrid
        photos={photos.map(({ id }) => ({ id, caption: textOf(fields, captionField(id)) }))}
        thumbnail={(id) => <PhotoPicture id={id} kind="thumbnail" alt="" />}
        large={(id, onClose) => (
          <SelectedPhoto key={id} {...{ record, fields, id, sharedWith, onClose }} />
        )}
      />
    </section>
  )
}

/** The photos to which the notes refer, oldest first. */
function photosIn(fields: NotesProps['fields']) {
  return Object.entries(fields)
    .flatMap(([field, { value }]) => {
      const id = photoIdOf(field)
      // The cast is safe, because the contract checked the value when it was written and when it
      // arrived.
      return id && value ? [{ id, ...(value as OwnPhoto) }] : []
    })
    .sort((a, b) => a.added_at.localeCompare(b.added_at))
}

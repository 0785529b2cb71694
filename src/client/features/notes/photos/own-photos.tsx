import { useEffect, useId } from 'react'
import { attempt } from '#client/browser/storage.ts'
import { textOf } from '#client/notes/field-values.ts'
import { finishEarlierPhotos } from '#client/notes/own-photos/finish-earlier.ts'
import { captionField } from '#contract/own-photo-fields.ts'
import type { NotesProps } from '../notes-props.ts'
import { photosIn } from '../photos-in.ts'
import { AddPhotos } from './add-photos.tsx'
import { OwnPhotoImage } from './own-photo-image.tsx'
import styles from './own-photos.module.css'
import { PhotoGrid } from './photo-grid.tsx'
import { SelectedPhoto } from './selected-photo.tsx'
import { type SharedWith, UploadState } from './upload-state.tsx'

export default function OwnPhotos({
  record,
  fields,
  sharedWith,
}: NotesProps & { sharedWith: SharedWith }) {
  const heading = useId()
  const photos = photosIn(fields)
  useEffect(() => void attempt(finishEarlierPhotos), [])
  return (
    <section className={styles.photos} aria-labelledby={heading}>
      <h4 id={heading}>Your photos</h4>
      <AddPhotos record={record} />
      <UploadState record={record} hasPhotos={photos.length > 0} sharedWith={sharedWith} />
      <PhotoGrid
        photos={photos.map(({ id }) => ({ id, caption: textOf(fields, captionField(id)) }))}
        thumbnail={(id) => <OwnPhotoImage id={id} kind="thumbnail" alt="" />}
        large={(id, onClose) => (
          <SelectedPhoto key={id} {...{ record, fields, id, sharedWith, onClose }} />
        )}
      />
    </section>
  )
}

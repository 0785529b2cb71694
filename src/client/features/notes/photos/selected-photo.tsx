import { useState } from 'react'
import { textOf } from '#client/notes/field-values.ts'
import { deletePhoto } from '#client/notes/own-photos/change-photos.ts'
import { Button } from '#client/ui/button.tsx'
import { takeFocus, useReturningFocus } from '#client/ui/focus.ts'
import { focusPage } from '#client/ui/focus-page.ts'
import { captionField, MAX_CAPTION_LENGTH } from '#contract/own-photo-fields.ts'
import notes from '../notes.module.css'
import type { NotesProps } from '../notes-props.ts'
import { photosIn } from '../photos-in.ts'
import { TextNote } from '../text-note.tsx'
import { OwnPhotoImage } from './own-photo-image.tsx'
import styles from './own-photos.module.css'
import { describeDayTaken } from './photo-day.ts'
import type { SharedWith } from './upload-state.tsx'

interface SelectedPhotoProps extends NotesProps {
  id: string
  sharedWith: SharedWith
  onClose: () => void
}

/** One photo, large, with its caption. */
export function SelectedPhoto({ record, fields, id, sharedWith, onClose }: SelectedPhotoProps) {
  const [asksToDelete, setAsksToDelete] = useState(false)
  const deleteButton = useReturningFocus(asksToDelete)
  const field = captionField(id)
  const photo = photosIn(fields).find((one) => one.id === id)

  function remove() {
    void deletePhoto(record, id)
    focusPage()
  }

  return (
    <figure className={styles.selected}>
      <OwnPhotoImage id={id} kind="image" alt={textOf(fields, field) || 'Your photo'} />
      {photo && <p className="caption">{describeDayTaken(photo.taken_at)}</p>}
      <TextNote {...{ record, fields, field }} label="Caption" maxLength={MAX_CAPTION_LENGTH} />
      {asksToDelete ? (
        <div className={styles.question}>
          <p>{`The photo is deleted on all your devices${sharedWith ? ` and for ${sharedWith}` : ''}. This can’t be undone.`}</p>
          <div className={notes.choice}>
            <Button variant="danger" onClick={remove}>
              Delete everywhere
            </Button>
            <Button ref={takeFocus} variant="secondary" onClick={() => setAsksToDelete(false)}>
              Keep photo
            </Button>
          </div>
        </div>
      ) : (
        <div className={notes.choice}>
          <Button variant="secondary" onClick={onClose}>
            Close photo
          </Button>
          <Button ref={deleteButton} variant="quiet" onClick={() => setAsksToDelete(true)}>
            Delete photo
          </Button>
        </div>
      )}
    </figure>
  )
}

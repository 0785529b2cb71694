import { textOf } from '#client/notes/field-values.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { captionField } from '#contract/own-photo-fields.ts'
import styles from './photo-sheet.module.css'
import { OwnPhotoImage } from './photos/own-photo-image.tsx'
import { photosIn } from './photos-in.ts'

interface PhotoSheetProps {
  fields: ShownFields
  mostPhotos: number
}

/** The first of the person's own photos of a house, with their captions, to be printed. */
export function PhotoSheet({ fields, mostPhotos }: PhotoSheetProps) {
  const photos = photosIn(fields)
  const shown = photos.slice(0, mostPhotos)
  if (photos.length === 0) return null
  return (
    <div className={styles.sheet}>
      <ul className={styles.photos}>
        {shown.map(({ id }, index) => (
          <li key={id}>
            <div className={styles.photo}>
              <OwnPhotoImage
                id={id}
                kind="image"
                alt={`Your photo ${index + 1} of ${photos.length}`}
              />
            </div>
            <Caption>{textOf(fields, captionField(id))}</Caption>
          </li>
        ))}
      </ul>
      {photos.length > shown.length && (
        <p className="caption">{`${shown.length} of ${photos.length} of your photos.`}</p>
      )}
    </div>
  )
}

function Caption({ children: text }: { children: string }) {
  if (!text) return null
  return (
    <p className="caption">
      <Bilingual>{text}</Bilingual>
    </p>
  )
}

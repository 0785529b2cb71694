import styles from './photo-strip.module.css'
import { PhotoImage } from './photos/photo-image.tsx'
import { useOwnPhoto } from './photos/use-own-photo.ts'

/** Small images of the person's own photos, inside a link or a line of text. */
export function PhotoStrip({ ids }: { ids: readonly string[] }) {
  return (
    <span className={styles.strip}>
      {ids.map((id) => (
        <Thumbnail key={id} id={id} />
      ))}
    </span>
  )
}

/** The thumbnail of a photo. Renders nothing if the thumbnail could not be loaded. */
function Thumbnail({ id }: { id: string }) {
  const { photo, isMissing } = useOwnPhoto(id, 'thumbnail')
  if (isMissing && !photo) return null
  return (
    <span className={styles.thumbnail}>
      <PhotoImage photo={photo} kind="thumbnail" alt="" missing="" />
    </span>
  )
}

import { PhotoImage, type PhotoImageProps } from './photo-image.tsx'
import { useOwnPhoto } from './use-own-photo.ts'

/**
 * Shows a photo that is stored on this device. A photo from another of the person's devices is
 * downloaded first.
 */
export function OwnPhotoImage({
  id,
  kind,
  alt,
}: Pick<PhotoImageProps, 'kind' | 'alt'> & { id: string }) {
  const { photo, isMissing } = useOwnPhoto(id, kind)
  return (
    <PhotoImage
      {...{ photo, kind, alt }}
      missing={isMissing ? 'Photo not on this device yet' : ''}
    />
  )
}

import { ShownPhoto, type ShownPhotoProps } from './shown-photo.tsx'
import { useOwnPhoto } from './use-own-photo.ts'

/**
 * Shows a photo that is stored on this device. A photo from another of the person's devices is
 * downloaded first.
 */
export function PhotoPicture({
  id,
  kind,
  alt,
}: Pick<ShownPhotoProps, 'kind' | 'alt'> & { id: string }) {
  const { photo, isMissing } = useOwnPhoto(id, kind)
  return (
    <ShownPhoto {...{ photo, kind, alt }} missing={isMissing ? 'Not on this device yet' : ''} />
  )
}

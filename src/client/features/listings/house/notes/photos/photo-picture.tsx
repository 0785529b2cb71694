import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readPhoto } from '#client/kit/own-photos/read-photo.ts'
import { ShownPhoto, type ShownPhotoProps } from './shown-photo.tsx'

/**
 * Shows a photo that is stored on this device. A photo from another of the person's devices is
 * downloaded first.
 */
export function PhotoPicture({
  id,
  kind,
  alt,
}: Pick<ShownPhotoProps, 'kind' | 'alt'> & { id: string }) {
  const [photo, setPhoto] = useState<Blob>()
  const [isMissing, setMissing] = useState(false)

  useEffect(() => {
    let isGone = false
    let isRead = false

    function load() {
      readPhoto(id, kind).then(
        (read) => {
          if (isGone || isRead) return
          isRead = true
          setPhoto(read)
        },
        () => setMissing(true),
      )
    }

    load()
    // Load the photo again when the network returns. Otherwise a photo that was missing offline
    // would stay missing until the page opens again.
    const stop = onlineManager.subscribe((isOnline) => {
      if (isOnline && !isRead) load()
    })
    return () => {
      isGone = true
      stop()
    }
  }, [id, kind])

  return (
    <ShownPhoto {...{ photo, kind, alt }} missing={isMissing ? 'Not on this device yet' : ''} />
  )
}

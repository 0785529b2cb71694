import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PhotoImages } from '#client/notes/own-photos/own-photo-rows.ts'
import { readPhoto } from '#client/notes/own-photos/read-photo.ts'

/**
 * Loads one of the person's own photos from this device. If the photo is not on this device,
 * downloads the photo from the server. `isMissing` becomes true when an attempt to load the photo
 * fails.
 */
export function useOwnPhoto(id: string, kind: keyof PhotoImages) {
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

  return { photo, isMissing }
}

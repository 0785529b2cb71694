import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readPhoto } from '#client/kit/own-photos/read-photo.ts'
import notes from '../notes.module.css'
import styles from './own-photos.module.css'

interface PhotoPictureProps {
  id: string
  kind: 'picture' | 'thumbnail'
  alt: string
}

/**
 * Shows a photo that is stored on this device. A photo from another of the person's devices is
 * downloaded first.
 */
export function PhotoPicture({ id, kind, alt }: PhotoPictureProps) {
  const [url, setUrl] = useState<string>()
  const [isMissing, setMissing] = useState(false)

  useEffect(() => {
    let address: string | undefined
    let isGone = false

    function load() {
      readPhoto(id, kind).then(
        (picture) => {
          if (isGone || address) return
          address = URL.createObjectURL(picture)
          setUrl(address)
        },
        () => setMissing(true),
      )
    }

    load()
    // Load again when the network returns. Otherwise a photo that was missing offline stays missing
    // until the page opens again.
    const stop = onlineManager.subscribe((isOnline) => {
      if (isOnline && !address) load()
    })
    return () => {
      isGone = true
      stop()
      if (address) URL.revokeObjectURL(address)
    }
  }, [id, kind])

  if (url)
    return <img className={styles[kind === 'picture' ? 'picture' : 'small']} src={url} alt={alt} />
  return <span className={notes.soft}>{isMissing ? 'Not on this device yet' : ''}</span>
}

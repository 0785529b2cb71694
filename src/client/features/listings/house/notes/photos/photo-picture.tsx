import { useEffect, useState } from 'react'
import { readPhoto } from '#client/kit/own-photos/read-photo.ts'
import styles from './own-photos.module.css'

interface PhotoPictureProps {
  id: string
  kind: 'picture' | 'thumbnail'
  alt: string
}

/** A photo from this device. A photo of another device comes from the server first. */
export function PhotoPicture({ id, kind, alt }: PhotoPictureProps) {
  const [url, setUrl] = useState<string>()
  const [isMissing, setMissing] = useState(false)

  useEffect(() => {
    let address: string | undefined
    let isGone = false
    readPhoto(id, kind).then(
      (picture) => {
        if (isGone) return
        address = URL.createObjectURL(picture)
        setUrl(address)
      },
      () => setMissing(true),
    )
    return () => {
      isGone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [id, kind])

  if (url)
    return <img className={styles[kind === 'picture' ? 'picture' : 'small']} src={url} alt={alt} />
  return <span className={styles.soft}>{isMissing ? 'Not on this device yet' : ''}</span>
}

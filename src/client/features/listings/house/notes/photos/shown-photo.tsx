import { useEffect, useState } from 'react'
import notes from '../notes.module.css'
import styles from './own-photos.module.css'

export interface ShownPhotoProps {
  photo: Blob | undefined
  kind: 'picture' | 'thumbnail'
  alt: string
  /** The text in place of a photo that has not arrived. */
  missing: string
}

/** Shows the picture of a photo, or the text `missing` until the picture is there. */
export function ShownPhoto({ photo, kind, alt, missing }: ShownPhotoProps) {
  const [url, setUrl] = useState<string>()

  useEffect(() => {
    if (!photo) return
    const address = URL.createObjectURL(photo)
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [photo])

  if (!photo || !url) return <span className={notes.soft}>{missing}</span>
  return <img className={styles[kind === 'picture' ? 'picture' : 'small']} src={url} alt={alt} />
}

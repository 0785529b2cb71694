import { useEffect, useState } from 'react'
import styles from './own-photos.module.css'

export interface PhotoImageProps {
  photo: Blob | undefined
  kind: 'image' | 'thumbnail'
  alt: string
  /**
   * The text that is shown while there is no photo, such as `Not on this device yet`. Empty while
   * the photo loads.
   */
  missing: string
}

/** Shows a photo. Until the photo is loaded, shows the text in `missing`. */
export function PhotoImage({ photo, kind, alt, missing }: PhotoImageProps) {
  const [url, setUrl] = useState<string>()

  useEffect(() => {
    if (!photo) return
    const address = URL.createObjectURL(photo)
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [photo])

  if (!photo || !url) {
    return (
      <span className="caption" aria-busy={missing === ''}>
        {missing}
      </span>
    )
  }
  return <img className={styles[kind === 'image' ? 'image' : 'small']} src={url} alt={alt} />
}

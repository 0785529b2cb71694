import { useState } from 'react'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  picture: string | null
  /** Whether to use the large size. The header uses the small size. */
  large?: boolean
}

/**
 * Shows a person's picture, or the initials if there is no usable picture. Hidden from screen
 * readers, because the name stands beside the picture or on its button.
 */
export function Avatar({ name, picture, large }: AvatarProps) {
  const [unshown, setUnshown] = useState<string | null>(null)
  const look = large ? `${styles.avatar} ${styles.large}` : styles.avatar
  if (picture && picture !== unshown) {
    return (
      <img className={look} src={pictureUrl(picture)} alt="" onError={() => setUnshown(picture)} />
    )
  }
  return (
    <span className={look} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** The initials of the first two words of a name. */
export function initialsOf(name: string) {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map(([letter]) => letter?.toUpperCase())
    .join('')
}

/**
 * The URL of a picture. Data, blob and web URLs stay unchanged. Any other text counts as a base64
 * JPEG.
 */
export function pictureUrl(picture: string) {
  return /^(data:|blob:|https?:)/.test(picture) ? picture : `data:image/jpeg;base64,${picture}`
}

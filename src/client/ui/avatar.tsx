import { useState } from 'react'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  picture: string | null
  /** In place of the small one of the header. */
  large?: boolean
}

/**
 * A person's picture, or their initials, also where the picture cannot be shown. It says nothing by
 * itself: the name stands beside it or on its button.
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

/** The first letters of up to two words. */
export function initialsOf(name: string) {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map(([letter]) => letter?.toUpperCase())
    .join('')
}

/** A data or web address as it is, or one of a file at hand; anything else is a JPEG in base64. */
export function pictureUrl(picture: string) {
  return /^(data:|blob:|https?:)/.test(picture) ? picture : `data:image/jpeg;base64,${picture}`
}

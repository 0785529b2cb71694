import styles from './avatar.module.css'

/** A person's picture, or their initials. It says nothing by itself: the name stands beside it or on its button. */
export function Avatar({ name, picture }: { name: string; picture: string | null }) {
  if (picture) return <img className={styles.avatar} src={pictureUrl(picture)} alt="" />
  return (
    <span className={styles.avatar} aria-hidden="true">
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

/** A data or web address as it is; anything else is a JPEG in base64. */
export function pictureUrl(picture: string) {
  return /^(data:|https?:)/.test(picture) ? picture : `data:image/jpeg;base64,${picture}`
}

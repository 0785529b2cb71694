import styles from './auth.module.css'

/** The view from a veranda. */
export function Veranda() {
  return (
    <svg
      className={styles.view}
      viewBox="0 0 800 800"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    />
  )
}

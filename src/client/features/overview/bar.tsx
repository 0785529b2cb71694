import styles from './bar.module.css'

interface BarProps {
  /** How much of the room it takes, from 0 to 1. */
  share: number
  /** Hangs from the line instead of standing on it. */
  hangs?: boolean
  /** Lies also where there is room to stand. */
  lies?: boolean
}

/** Stands where there is room for one beside the other, and lies where there is not; what it means is said beside it. */
export function Bar({ share, hangs = false, lies = false }: BarProps) {
  const length = share * 100
  return (
    <svg
      className={lies ? styles.bar : `${styles.bar} ${styles.stands}`}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.lying} width={length} height="100" />
      {!lies && (
        <rect
          className={styles.standing}
          y={hangs ? 0 : 100 - length}
          width="100"
          height={length}
        />
      )}
    </svg>
  )
}

/** What part of the largest each is; of none, where there is none. */
export function sharesOf(largest: number) {
  return (count: number) => (largest > 0 ? count / largest : 0)
}

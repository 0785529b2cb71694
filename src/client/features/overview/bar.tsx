import styles from './bar.module.css'

interface BarProps {
  /** The filled part of the bar, from 0 to 1. */
  share: number
  /** Whether a vertical bar grows downwards from the baseline. By default, it grows upwards. */
  isDownward?: boolean
  /** Whether the bar stays horizontal on a wide screen. */
  isHorizontal?: boolean
}

/**
 * A bar of a chart. On a wide screen, the bar is vertical unless `isHorizontal` is set. On a narrow
 * screen, vertical bars would not fit side by side, so the bar is horizontal. The text beside the
 * bar states the value.
 */
export function Bar({ share, isDownward = false, isHorizontal = false }: BarProps) {
  const length = share * 100
  return (
    <svg
      className={isHorizontal ? styles.bar : `${styles.bar} ${styles.responsive}`}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.horizontal} width={length} height="100" />
      {!isHorizontal && (
        <rect
          className={styles.vertical}
          y={isDownward ? 0 : 100 - length}
          width="100"
          height={length}
        />
      )}
    </svg>
  )
}

/**
 * Returns a function that divides a count by the largest count. The result is 0 if the largest
 * count is 0.
 */
export function sharesOf(largest: number) {
  return (count: number) => (largest > 0 ? count / largest : 0)
}

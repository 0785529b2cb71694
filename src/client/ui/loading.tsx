import styles from './loading.module.css'

export function Loading({ children = 'Loading' }: { children?: string }) {
  return (
    <p className={styles.loading} role="status">
      <Spinner />
      {children}
    </p>
  )
}

/** Turns while something is on its way; what that is has to be said beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}

/** Holds the place of what is coming; its size comes from `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={`${styles.skeleton} ${className ?? ''}`} aria-hidden="true" />
}

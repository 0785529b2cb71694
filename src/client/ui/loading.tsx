import styles from './loading.module.css'

export function Loading({ children = 'Loading' }: { children?: string }) {
  return (
    <p className={styles.loading} role="status">
      <Spinner />
      <span>{children}</span>
    </p>
  )
}

/** A spinner. The text beside it must say what is loading. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}

/** A placeholder for loading content. Its size comes from `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={`${styles.skeleton} ${className ?? ''}`} aria-hidden="true" />
}

import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import styles from './load-failure.module.css'

interface LoadFailureProps {
  /** The text that says what failed to load. */
  title: string
  reason: string
  onRetry: () => void
}

/** Replaces content that failed to load. */
export function LoadFailure({ title, reason, onRetry }: LoadFailureProps) {
  return (
    <div className={styles.failure}>
      <Alert type="error">
        <strong>{title}</strong>
        <p>{reason}</p>
      </Alert>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}

import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import styles from './load-failure.module.css'

interface LoadFailureProps {
  /** What did not load. */
  title: string
  reason: string
  onRetry: () => void
}

/** Stands in the place of what did not load. */
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

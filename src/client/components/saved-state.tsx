import { now } from '#client/browser/clock.ts'
import { sayWhen } from '#client/format/saved-time.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'

/** The id of what says why nothing can be changed. */
export const NEEDS_CONNECTION = 'needs-connection'

interface SavedStateProps {
  /** What cannot be done without a network, as the beginning of a sentence: `Paying needs`. */
  needing: string
  /** What is said when the server cannot tell how things are. */
  failure: string
  askedAt: Date
  /** Whether the server answered, and could not say anything newer. */
  hasFailed: boolean
  onRetry: () => void
}

/** Says how old what is shown is, while nothing newer can be had. Why that is, the banner says. */
export function SavedState({ needing, failure, askedAt, hasFailed, onRetry }: SavedStateProps) {
  const isOnline = useIsOnline()
  const since = `Showing what was saved ${sayWhen(askedAt.getTime(), now())}.`

  if (!isOnline) {
    return (
      <Alert type="info">
        <p id={NEEDS_CONNECTION}>
          {since} {needing} a connection.
        </p>
      </Alert>
    )
  }
  if (!hasFailed) return null
  return (
    <Alert type="error">
      <p>
        {failure}. {since}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </Alert>
  )
}

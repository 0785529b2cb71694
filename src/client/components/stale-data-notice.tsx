import { Button } from '@chakra-ui/react/button'
import { now } from '#client/browser/clock.ts'
import { describeSavedAt } from '#client/format/saved-time.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/alert.tsx'

/** The id of the text that says why controls are disabled. */
export const NEEDS_CONNECTION = 'needs-connection'

interface StaleDataNoticeProps {
  /** The action that needs a connection, written as the beginning of a sentence: `Paying needs`. */
  needing: string
  /** The message when the server's answer is an error. */
  failure: string
  fetchedAt: Date
  /** Whether the last request failed. */
  hasFailed: boolean
  onRetry: () => void
}

/**
 * Says how old the shown data is while the data cannot be refreshed. The banner gives the reason.
 */
export function StaleDataNotice({
  needing,
  failure,
  fetchedAt,
  hasFailed,
  onRetry,
}: StaleDataNoticeProps) {
  const isOnline = useIsOnline()
  const since = `Showing what was saved ${describeSavedAt(fetchedAt.getTime(), now())}.`

  if (!isOnline) {
    return (
      <Alert type="info">
        <p id={NEEDS_CONNECTION}>{`${since} ${needing} a connection.`}</p>
      </Alert>
    )
  }
  if (!hasFailed) return null
  return (
    <Alert type="error">
      <p>{`${failure}. ${since}`}</p>
      <Button variant="outline" onClick={onRetry}>
        Try Again
      </Button>
    </Alert>
  )
}

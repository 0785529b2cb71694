import { failureMessage, isUnanswered, UnreadableCache } from '#client/api/failures.ts'
import { useConnectionProblem } from '#client/sync/connection-problem.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { NotSaved, type NotSavedProps } from './not-saved.tsx'

interface LoadErrorProps extends NotSavedProps {
  error: unknown
  /**
   * The data that could not be fetched, such as `favorites`. The message says `Failed to fetch
   * favorites`.
   */
  name: string
}

/**
 * Shown in place of content that is not on this device and could not be fetched. If only this request
 * was lost while the server answers others, being offline is not the reason, so the error is shown.
 */
export function LoadError({ error, name, ...notSaved }: LoadErrorProps) {
  const problem = useConnectionProblem()
  const isUnsaved = problem !== undefined || error instanceof UnreadableCache
  if (isUnanswered(error) && isUnsaved) return <NotSaved {...notSaved} />
  return (
    <LoadFailure
      title={`Error loading ${name}`}
      reason={failureMessage(error, `Failed to fetch ${name}`)}
      onRetry={notSaved.onRetry}
    />
  )
}

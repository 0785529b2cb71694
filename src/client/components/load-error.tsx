import { failureMessage, isUnanswered } from '#client/api/failures.ts'
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

/** Shown in place of content that is not on this device and could not be fetched. */
export function LoadError({ error, name, ...notSaved }: LoadErrorProps) {
  if (isUnanswered(error)) return <NotSaved {...notSaved} />
  return (
    <LoadFailure
      title={`Error loading ${name}`}
      reason={failureMessage(error, `Failed to fetch ${name}`)}
      onRetry={notSaved.onRetry}
    />
  )
}

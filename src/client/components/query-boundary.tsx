import { Button } from '@chakra-ui/react/button'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage, failureOf } from '#client/api/failures.ts'
import { serverTimeOf } from '#client/browser/clock.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/chakra/alert.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { SavedState } from './saved-state.tsx'

interface AnsweredProps<Data> {
  query: UseQueryResult<Data>
  /** The message when there is no data to show, such as `The users could not be loaded`. */
  failure: string
  /** The placeholder until the first response. */
  loading?: ReactNode
  /**
   * Set when another part of the page already says that the app is offline, so that the message
   * appears only once.
   */
  isBesideOthers?: boolean
  children: (data: Data) => ReactNode
}

/**
 * Shows a query's data. While the data cannot be refreshed, also shows its age. Without data, shows
 * the error.
 */
export function Answered<Data>({
  query,
  failure,
  loading = <Loading />,
  isBesideOthers = false,
  children,
}: AnsweredProps<Data>) {
  const { data, dataUpdatedAt, isPlaceholderData, refetch } = query
  const error = failureOf(query)
  const isOnline = useIsOnline()
  const isSaid = isBesideOthers && !isOnline
  const onRetry = () => void refetch()
  // If the next page fails to load, show the error instead of the previous page.
  if (data !== undefined && !(isPlaceholderData && error)) {
    return (
      <>
        {!isPlaceholderData && !isSaid && (
          <SavedState
            needing="Newer data needs"
            failure={failure}
            askedAt={serverTimeOf(dataUpdatedAt)}
            hasFailed={error !== null}
            onRetry={onRetry}
          />
        )}
        {children(data)}
      </>
    )
  }
  if (!error) return loading
  return (
    <Alert type="error">
      <strong>{failure}</strong>
      <p>{failureMessage(error, 'Something went wrong on our side.')}</p>
      <Button variant="outline" onClick={onRetry}>
        Try Again
      </Button>
    </Alert>
  )
}

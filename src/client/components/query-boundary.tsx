import { Button } from '@chakra-ui/react/button'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage, latestFailure } from '#client/api/failures.ts'
import { serverTimeOf } from '#client/browser/clock.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { StaleDataNotice } from './stale-data-notice.tsx'

interface QueryBoundaryProps<Data> {
  query: UseQueryResult<Data>
  /** The message when there is no data to show, such as `The users could not be loaded`. */
  failure: string
  /** The placeholder until the first response. */
  loading?: ReactNode
  /**
   * Whether another part of the page says that the app is offline. If so, this component does not
   * repeat the message.
   */
  hasOfflineNotice?: boolean
  children: (data: Data) => ReactNode
}

/**
 * Shows a query's data. While the data cannot be refreshed, also shows its age. Without data, shows
 * the error.
 */
export function QueryBoundary<Data>({
  query,
  failure,
  loading = <Loading />,
  hasOfflineNotice = false,
  children,
}: QueryBoundaryProps<Data>) {
  const { data, dataUpdatedAt, isPlaceholderData, refetch } = query
  const error = latestFailure(query)
  const isOnline = useIsOnline()
  const isNoticeShown = hasOfflineNotice && !isOnline
  const onRetry = () => void refetch()
  // If the next page fails to load, show the error instead of the previous page.
  if (data !== undefined && !(isPlaceholderData && error)) {
    return (
      <>
        {!isPlaceholderData && !isNoticeShown && (
          <StaleDataNotice
            needing="Newer data needs"
            failure={failure}
            fetchedAt={serverTimeOf(dataUpdatedAt)}
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

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage, failureOf } from '#client/api/failures.ts'
import { serverTimeOf } from '#client/browser/clock.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { SavedState } from './saved-state.tsx'

interface AnsweredProps<Data> {
  query: UseQueryResult<Data>
  /** What is said when there is nothing to show, such as `The users could not be loaded`. */
  failure: string
  /** What holds the place until the first answer. */
  loading?: ReactNode
  /** What else is on the page says already that nobody answers. */
  isBesideOthers?: boolean
  children: (data: Data) => ReactNode
}

/** What the server has answered; how old that is where nothing newer can be had; or why there is nothing. */
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
  // The page before does not stand in for one that did not come.
  if (data !== undefined && !(isPlaceholderData && error)) {
    return (
      <>
        {!isPlaceholderData && !isSaid && (
          <SavedState
            needing="Anything newer needs"
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
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </Alert>
  )
}

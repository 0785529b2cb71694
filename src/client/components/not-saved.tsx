import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { UnreadableCache } from '#client/api/failures.ts'
import { PROBLEM_SENTENCES, useConnectionProblem } from '#client/sync/connection-problem.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import styles from './not-saved.module.css'

export interface NotSavedProps {
  /** The missing content, as the beginning of a sentence: `These results`. */
  what: string
  onRetry: () => void
  children?: ReactNode
}

/** Shown when a page cannot be fetched and is not saved on this device. */
export function NotSaved({ what, onRetry, children }: NotSavedProps) {
  const problem = useConnectionProblem() ?? 'unreachable'
  const isUnreadable = useIsUnreadable()
  return (
    <EmptyState drawing={<AbsentHouse />} title="Not saved on this device">
      <p role="status">
        {`${what} could not be loaded. ${PROBLEM_SENTENCES[problem]} Houses you open online stay available offline.`}
      </p>
      {isUnreadable && (
        <p>
          An older version of Engawa saved this page in a format that this version cannot read. The
          page will be saved again when you are online.
        </p>
      )}
      <div className={styles.ways}>
        {children}
        <Button variant="secondary" onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </EmptyState>
  )
}

/** Whether an active query has persisted data that this version of the app cannot read. */
function useIsUnreadable() {
  const cache = useQueryClient().getQueryCache()
  const read = () =>
    cache.getAll().some((query) => {
      const { error, fetchFailureReason } = query.state
      return query.isActive() && (fetchFailureReason ?? error) instanceof UnreadableCache
    })
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    read,
    () => false,
  )
}

function AbsentHouse() {
  return <path className={styles.outline} d="M8 38 60 10l52 28M20 34v44M100 34v44M4 78h112" />
}

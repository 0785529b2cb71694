import type { Query } from '@tanstack/react-query'

/**
 * Query options for data that has a revision. When the page gets the focus or the network, the app
 * compares the revisions, and refetches only data that has changed. The query itself refetches only
 * after a failure.
 */
export const onNewRevision = {
  refetchOnWindowFocus: hasFailed,
  refetchOnReconnect: hasFailed,
}

function hasFailed({ state }: Pick<Query, 'state'>) {
  return state.status === 'error' || state.data === undefined
}

import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { NetworkError } from '#client/api.ts'
import { connection } from '#client/connection.ts'
import { tryNow } from '#client/try-now.ts'

/**
 * Why what is shown was saved earlier: the device has no network; it has one, and our server cannot
 * be reached through it; or it can, and could not say anything newer.
 */
export type Cause = 'offline' | 'unreachable' | 'refused'

/** When the oldest of what is shown was fetched, as far as that is not known to be up to date; milliseconds. */
export function useSavedAt() {
  return useShown((queries) => {
    if (!queries.some(isBehind)) return undefined
    return Math.min(...queries.map(({ state }) => state.dataUpdatedAt))
  })
}

export function useCause(): Cause {
  return useShown((queries) => {
    if (!connection.isOnline() && !navigator.onLine) return 'offline'
    const isRefused = queries.some(({ state }) => refusalOf(state) !== null)
    return connection.isOnline() && isRefused ? 'refused' : 'unreachable'
  })
}

/** Whether something newer is being asked for. */
export function useIsTrying() {
  return useShown(
    (queries) =>
      connection.isProbing() ||
      queries.some((query) => isBehind(query) && query.state.fetchStatus === 'fetching'),
  )
}

/** Asks whether our server can be reached again, and if so for what could not be fetched. */
export function useTryNow() {
  const queryClient = useQueryClient()
  return () => tryNow(queryClient, { predicate: isBehind })
}

/** What `read` makes of the kept answers in sight; it has to be equal for as long as nothing changes. */
function useShown<T extends string | number | boolean | undefined>(
  read: (queries: Query[]) => T,
): T {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (onChange) => {
      // Queries also change while something is being drawn.
      const stopQueries = cache.subscribe(notifyManager.batchCalls(onChange))
      const stopConnection = connection.watch(onChange)
      return () => {
        stopQueries()
        stopConnection()
      }
    },
    () => read(cache.getAll().filter(isShown)),
    // What is drawn on the server is new.
    () => read([]),
  )
}

/** Only what is kept on the device can be old, and only what is on the screen matters. */
function isShown(query: Query) {
  const isKept = query.meta?.isKept === true && query.state.data !== undefined
  return isKept && query.isActive() && query.observers.some(isSeen)
}

/** Whoever works behind the screens says so of itself. */
function isSeen({ options }: Query['observers'][number]) {
  return !options.meta?.isUnseen
}

function isBehind(query: Query) {
  return isShown(query) && (!connection.isOnline() || hasFailed(query))
}

/** Whether the latest attempt to fetch it has failed, or waits for a network. */
function hasFailed({ state }: Query) {
  return state.error !== null || state.fetchFailureCount > 0 || state.fetchStatus === 'paused'
}

/** Why the latest attempt failed, unless nobody answered. */
function refusalOf({ error, fetchFailureReason }: Query['state']) {
  const failure = fetchFailureReason ?? error
  return failure instanceof NetworkError ? null : failure
}

import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isUnanswered, UnreadableCopy } from '#client/api/failures.ts'
import { serverTimeOf } from '#client/browser/clock.ts'
import { connection, type Trouble } from '#client/sync/connection.ts'
import { tryNow } from '#client/sync/try-now.ts'

/** Why what is shown may be old: a trouble on the way, or our server is there and could not say anything newer. */
export type Cause = Trouble | 'refused'

/** Undefined when all is well. */
export function useCause() {
  return useShown((queries): Cause | undefined => {
    const trouble = connection.trouble()
    if (trouble && trouble !== 'slow') return trouble
    const failed = queries.filter(hasFailed)
    if (failed.length === 0) return trouble
    return failed.every(({ state }) => isUnanswered(failureOf(state))) ? 'unreachable' : 'refused'
  })
}

/** When the oldest of what is shown was fetched, as far as that is not known to be up to date; milliseconds. */
export function useSavedAt() {
  return useShown((queries) => {
    const behind = queries.filter(isBehind)
    if (behind.length === 0) return undefined
    const oldest = Math.min(...behind.map(({ state }) => state.dataUpdatedAt))
    return serverTimeOf(oldest).getTime()
  })
}

/** Whether something that the screen is for is on this device in a form of an older version. */
export function useIsUnreadable() {
  const cache = useQueryClient().getQueryCache()
  const read = () =>
    cache
      .getAll()
      .some((query) => query.isActive() && failureOf(query.state) instanceof UnreadableCopy)
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    read,
    () => false,
  )
}

/** Whether somebody has asked for something newer, and it is on its way. */
export function useIsTrying() {
  return useShown(
    (queries) =>
      connection.isProbing() ||
      queries.some((query) => hasFailed(query) && query.state.fetchStatus === 'fetching'),
  )
}

/** Asks whether our server can be reached again, and if so for what could not be fetched. */
export function useTryNow() {
  const queryClient = useQueryClient()
  return () => tryNow(queryClient, { predicate: (query) => isShown(query) && isBehind(query) })
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

/** Whether something newer may exist: it cannot be asked for, takes long, or was not to be had. */
function isBehind(query: Query) {
  if (!connection.isOnline() || hasFailed(query)) return true
  return connection.trouble() === 'slow' && query.state.fetchStatus === 'fetching'
}

/** Whether the latest attempt to fetch it has failed. */
function hasFailed({ state }: Query) {
  return failureOf(state) !== null
}

function failureOf({ error, fetchFailureReason }: Query['state']) {
  return fetchFailureReason ?? error
}

import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isUnanswered } from '#client/api/failures.ts'
import { serverTimeOf } from '#client/browser/clock.ts'
import { type ConnectionProblem, connection } from '#client/sync/connection.ts'
import { tryNow } from '#client/sync/try-now.ts'

/** Why the shown data may be stale: a connection problem, or an error from our server. */
export type Cause = ConnectionProblem | 'refused'

/** The cause to show in the banner about saved data. Undefined if there is no problem. */
export function useCause() {
  return useVisibleQueries((queries): Cause | undefined => {
    const problem = connection.problem()
    if (problem && problem !== 'slow') return problem
    const failed = queries.filter(hasFailed)
    if (failed.length === 0) return problem
    return failed.every(({ state }) => isUnanswered(failureOf(state))) ? 'unreachable' : 'refused'
  })
}

/**
 * The time, in milliseconds, at which the oldest stale data on the screen was fetched. Undefined if
 * no data is stale.
 */
export function useSavedAt() {
  return useVisibleQueries((queries) => {
    const outdated = queries.filter(isOutdated)
    if (outdated.length === 0) return undefined
    const oldest = Math.min(...outdated.map(({ state }) => state.dataUpdatedAt))
    return serverTimeOf(oldest).getTime()
  })
}

export function useIsRetrying() {
  return useVisibleQueries(
    (queries) =>
      connection.isProbing() ||
      queries.some((query) => hasFailed(query) && query.state.fetchStatus === 'fetching'),
  )
}

/** Probes the connection, then refetches the stale queries on the screen. */
export function useTryNow() {
  const queryClient = useQueryClient()
  return () => tryNow(queryClient, { predicate: (query) => isShown(query) && isOutdated(query) })
}

/**
 * Reads a value from the queries whose saved data is on the screen. The value must be a primitive,
 * so that an equal value does not re-render. Undefined during server rendering and hydration.
 */
function useVisibleQueries<T extends string | number | boolean | undefined>(
  read: (queries: Query[]) => T,
) {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore<T | undefined>(
    (onChange) => {
      // A query may change while React renders a component. React does not allow an update of
      // another component at that time, so `batchCalls` delays the update.
      const stopQueries = cache.subscribe(notifyManager.batchCalls(onChange))
      const stopConnection = connection.watch(onChange)
      return () => {
        stopQueries()
        stopConnection()
      }
    },
    () => read(cache.getAll().filter(isShown)),
    // The first render of hydration must match the server's markup, which shows no connection
    // state.
    () => undefined,
  )
}

/**
 * Whether the screen shows data of the query, and the banner may state its age. Other data is not
 * about the houses on the screen, or has its own date.
 */
function isShown(query: Query) {
  const showsAge = query.observers.some(({ options }) => options.meta?.showsDataAge === true)
  return showsAge && query.isActive() && query.state.data !== undefined
}

/**
 * Whether the query's data may be stale: the device is offline, the request failed, or the request
 * is slow.
 */
function isOutdated(query: Query) {
  if (!connection.isOnline() || hasFailed(query)) return true
  return connection.problem() === 'slow' && query.state.fetchStatus === 'fetching'
}

function hasFailed({ state }: Query) {
  return failureOf(state) !== null
}

function failureOf({ error, fetchFailureReason }: Query['state']) {
  return fetchFailureReason ?? error
}

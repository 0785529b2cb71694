import {
  MutationCache,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { ApiError, isUnanswered } from '#client/api/failures.ts'
import { accountQuery } from './account.ts'

const RETRIES = 3
const FIRST_RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 30_000
/** How long unused data stays in memory. */
const GC_TIME_MS = 5 * 60_000

export function createQueryClient() {
  /**
   * Invalidates the cached account after a 403. A 403 means that access has ended or that the role
   * has changed.
   */
  function checkAccess(error: Error) {
    const isForbidden = error instanceof ApiError && error.status === 403
    if (isForbidden) void queryClient.invalidateQueries(accountQuery)
  }

  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        // Without this condition, an account request that is refused itself would repeat for ever.
        if (queryKey[0] !== accountQuery.queryKey[0]) checkAccess(error)
      },
    }),
    mutationCache: new MutationCache({ onError: checkAccess }),
    defaultOptions: {
      queries: {
        gcTime: GC_TIME_MS,
        networkMode: 'offlineFirst',
        retry: retryAtMost(RETRIES),
        retryOnMount: mayRetryOnMount,
        retryDelay: (failures) =>
          Math.min(FIRST_RETRY_DELAY_MS * 2 ** failures, MAX_RETRY_DELAY_MS),
      },
      mutations: { networkMode: 'offlineFirst' },
    },
  })
  return queryClient
}

/** A rule that retries a failed query this many times, if a retry can succeed. */
export function retryAtMost(retries: number) {
  return (failures: number, error: Error) => failures < retries && isTemporary(error)
}

/**
 * Whether the app repeats a failed query when another part of the page that shows its data appears.
 * Several parts show the same data, such as the favorites. Without the pause, each of them would
 * start new retries, and a failing server would get many times the requests of one part. A query
 * that got no response is repeated at once, because the connection may be back.
 */
function mayRetryOnMount({ state: { error, errorUpdatedAt } }: Pick<Query, 'state'>) {
  return isUnanswered(error) || Date.now() - errorUpdatedAt > MAX_RETRY_DELAY_MS
}

/**
 * Whether a retry can succeed. A 4xx response is final. If our server does not answer, a query
 * retries only while the device counts as online. While the device counts as offline, the query
 * waits and refetches on reconnect.
 */
function isTemporary(error: Error) {
  if (isUnanswered(error)) return onlineManager.isOnline()
  return error instanceof ApiError && (error.status < 400 || error.status >= 500)
}

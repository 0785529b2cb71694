import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { now, serverTimeOf } from '#client/browser/clock.ts'
import { session } from '#client/session/session.ts'
import { type AccessScope, hasListingAccess, hasRunOut, homePage } from '#contract/access.ts'
import type { Account } from '#contract/account.ts'
import type { Shortlist } from '#contract/shortlist.ts'

const endpoint = lazyEndpoints(() => import('#contract/account.ts'))

/** The signed-in person and their subscription; null for a visitor. */
export const accountQuery = queryOptions<Account | null>({
  queryKey: ['account'],
  queryFn: ({ signal }) => fetchAccount(signal),
  // A visitor has no account, so the app sends no request and does not wait.
  initialData: () => (session.token() ? undefined : null),
  staleTime: 30_000,
})

/**
 * Returns the cached account immediately, and refreshes it in the background. Without a cached
 * account, returns a promise. The promise rejects at the first failure, although the query keeps
 * retrying.
 */
export function knownAccount(queryClient: QueryClient) {
  const account = queryClient.getQueryData(accountQuery.queryKey)
  if (account === undefined) return firstResponse(queryClient)
  void queryClient.prefetchQuery(accountQuery)
  return account
}

async function firstResponse(queryClient: QueryClient) {
  // A failed query waits for its next retry. Cancel the query, so that this call sends a request
  // immediately.
  if (queryClient.getQueryState(accountQuery.queryKey)?.fetchFailureReason) {
    await queryClient.cancelQueries(accountQuery)
  }
  return new Promise<Account | null>((resolve, reject) => {
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] !== accountQuery.queryKey[0]) return
      if (event.type === 'updated' && event.action.type === 'failed') reject(event.action.error)
    })
    queryClient.fetchQuery(accountQuery).then(resolve, reject).finally(stop)
  })
}

/**
 * Calls `listener` with the account now and after each change. The account is undefined while it is
 * unknown. Returns the unsubscribe function.
 */
export function watchAccount(
  queryClient: QueryClient,
  listener: (account: Account | null | undefined) => void,
) {
  const observer = new QueryObserver(queryClient, accountQuery)
  listener(observer.getCurrentResult().data)
  return observer.subscribe(({ data }) => listener(data))
}

/**
 * Whether this device may show listings. `unconfirmed` means that the paid period has ended since
 * the server's last response.
 */
export type ListingAccess = 'granted' | 'unconfirmed' | 'none'

export function listingAccess(queryClient: QueryClient): ListingAccess {
  const { data: account, dataUpdatedAt = 0 } =
    queryClient.getQueryState(accountQuery.queryKey) ?? {}
  if (!account) return 'none'
  const time = now()
  if (hasRunOut(account, { fetchedAt: serverTimeOf(dataUpdatedAt), now: time }))
    return 'unconfirmed'
  return hasListingAccess(account, time) ? 'granted' : 'none'
}

/**
 * Returns which houses the app links to: all houses, those of the shortlist, or none. A guest is a
 * partner in a shortlist who has no access of their own. For a guest, the result is `shortlist`,
 * even while the shortlist is closed.
 */
export function knownAccessScope(
  access: ListingAccess,
  shortlist: Shortlist | null | undefined,
): AccessScope {
  if (access !== 'none') return 'catalogue'
  return shortlist?.role === 'partner' ? 'shortlist' : 'none'
}

/**
 * The page to which `/` redirects. If access may have ended, this is the listings page, where the
 * server decides about access.
 */
export function findHome(queryClient: QueryClient, account: Account | null) {
  return listingAccess(queryClient) === 'unconfirmed' ? '/listings' : homePage(account, now())
}

async function fetchAccount(signal: AbortSignal): Promise<Account | null> {
  const token = session.token()
  if (!token) return null
  try {
    const account = await call(endpoint('getAccount'), {}, signal)
    if (session.token() === token) {
      session.identify(token, account.user.id)
      return account
    }
  } catch (error) {
    if (session.token() === token) throw error
  }
  // The token has changed during the request, because the session has ended or a new session has
  // started. Fetch the account again with the current token.
  return fetchAccount(signal)
}

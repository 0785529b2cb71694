import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { now, serverTimeOf } from '#client/browser/clock.ts'
import { session } from '#client/session/session.ts'
import { hasListingAccess, hasRunOut, homeOf } from '#contract/access.ts'
import type { Account } from '#contract/account.ts'

const endpoint = lazyEndpoints(() => import('#contract/account.ts'))

/** The signed-in person and what they pay for; null for a visitor. */
export const accountQuery = queryOptions<Account | null>({
  queryKey: ['account'],
  queryFn: ({ signal }) => fetchAccount(signal),
  // A visitor is known without asking, so that nothing waits for it.
  initialData: () => (session.token() ? undefined : null),
  staleTime: 30_000,
})

/**
 * The account as it is known, at once, while it is asked for anew behind; a promise only where
 * nothing is known yet, which rejects with the first failure while trying again goes on behind.
 */
export function knownAccount(queryClient: QueryClient) {
  const account = queryClient.getQueryData(accountQuery.queryKey)
  if (account === undefined) return firstAnswer(queryClient)
  void queryClient.prefetchQuery(accountQuery)
  return account
}

async function firstAnswer(queryClient: QueryClient) {
  // Whoever asks once more does not wait for the next try.
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

/** Calls `listener` with the account, undefined until it is known, now and when it changes. Returns how to stop. */
export function watchAccount(
  queryClient: QueryClient,
  listener: (account: Account | null | undefined) => void,
) {
  const observer = new QueryObserver(queryClient, accountQuery)
  listener(observer.getCurrentResult().data)
  return observer.subscribe(({ data }) => listener(data))
}

/**
 * Whether listings may be shown, as far as is known: `unconfirmed` when the time that was paid for
 * has ended since the server was last asked.
 */
export type ListingAccess = 'granted' | 'unconfirmed' | 'none'

export function listingAccess(queryClient: QueryClient): ListingAccess {
  const { data: account, dataUpdatedAt = 0 } =
    queryClient.getQueryState(accountQuery.queryKey) ?? {}
  if (!account) return 'none'
  const time = now()
  if (hasRunOut(account, { since: serverTimeOf(dataUpdatedAt), now: time })) return 'unconfirmed'
  return hasListingAccess(account, time) ? 'granted' : 'none'
}

/** Where `/` leads. Only the server knows whether what may have ended has: the listings say so. */
export function findHome(queryClient: QueryClient, account: Account | null) {
  return listingAccess(queryClient) === 'unconfirmed' ? '/listings' : homeOf(account, now())
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
  // While we waited the session has ended, by this refusal or elsewhere, or another has started.
  return fetchAccount(signal)
}

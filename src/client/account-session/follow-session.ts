import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { isChunkError } from '#client/browser/chunk-errors.ts'
import { accountQuery } from '#client/data/account.ts'
import { session } from '#client/session/session.ts'
import { inWipeQueue } from '#client/session/wipe-queue.ts'
import { endSessionsOnServer } from './end-on-server.ts'
import { guardHistory } from './history-guard.ts'
import { removeStaleAccount } from './persisted-account.ts'

/**
 * Removes all data of an account when its session ends in any tab: from memory, from the browser's
 * storage, and from the pages in the history. Also completes a deletion that an earlier start of
 * the app did not finish. Returns the unsubscribe function.
 */
export function followSession(queryClient: QueryClient, router: RegisteredRouter) {
  const historyGuard = guardHistory(router)
  const stop = session.watch((ended) => {
    wipeMemory(queryClient, router)
    // If the server ended the session, stay on this page. The person continues here after signing
    // in again.
    if (!session.wasRefused()) historyGuard.leaveForeignEntry()
    // Run the route guards again. A guard may have let the person in before the account was loaded.
    void router.invalidate()
    if (ended === null) return
    removeStaleAccount()
    void wipe(({ wipeEndedSession }) => wipeEndedSession(ended))
  })
  // Call this after `session.watch`, because `pageshow` listeners run in the order in which they
  // were added. The session must check its token before the route guards run.
  const stopHiding = hideInBackForwardCache(router)
  void wipe(({ wipeEarlierSessions }) => wipeEarlierSessions()).then(endSessionsOnServer)
  const stopRetrying = onlineManager.subscribe(
    (isOnline) => void (isOnline && endSessionsOnServer()),
  )
  return () => {
    stop()
    stopRetrying()
    stopHiding()
    historyGuard.stop()
  }
}

/**
 * Loads and runs a function that deletes data. If the chunk fails to load, the next start of the
 * app deletes the data.
 */
function wipe(run: (wipes: typeof import('./wipe-data.ts')) => Promise<void>) {
  return inWipeQueue(async () => run(await import('./wipe-data.ts'))).catch((error) => {
    if (!isChunkError(error)) throw error
  })
}

function wipeMemory(queryClient: QueryClient, router: RegisteredRouter) {
  const predicate = ({ queryKey }: { queryKey: QueryKey }) =>
    queryKey[0] !== accountQuery.queryKey[0]
  void queryClient.cancelQueries({ predicate })
  queryClient.removeQueries({ predicate })
  queryClient.getMutationCache().clear()
  router.clearCache()
  if (!session.token()) return queryClient.setQueryData(accountQuery.queryKey, null)
  // Another tab has signed in, so this tab must fetch the account. Do not call `reset()`, because
  // `reset()` restores the initial data, which may say that nobody is signed in.
  const account = queryClient.getQueryCache().find(accountQuery)
  account?.setState({ status: 'pending', data: undefined, dataUpdatedAt: 0, error: null })
  void queryClient.prefetchQuery(accountQuery)
}

/**
 * Hides the page when the person leaves it, and shows the page after the route guards have run
 * again. Without this, the back/forward cache could show the data of a session that has ended.
 */
function hideInBackForwardCache(router: RegisteredRouter) {
  const { style } = document.documentElement
  const hide = () => {
    style.visibility = 'hidden'
  }
  const show = async ({ persisted }: PageTransitionEvent) => {
    if (persisted) await router.load()
    style.visibility = ''
  }
  addEventListener('pagehide', hide)
  addEventListener('pageshow', show)
  return () => {
    removeEventListener('pagehide', hide)
    removeEventListener('pageshow', show)
  }
}

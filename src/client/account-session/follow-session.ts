import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { isChunkError } from '#client/browser/chunk-errors.ts'
import { accountQuery } from '#client/data/account.ts'
import { session } from '#client/session/session.ts'
import { inWipeTurn } from '#client/session/wipe-turns.ts'
import { endSessionsOnServer } from './end-on-server.ts'
import { guardHistory } from './history-guard.ts'
import { removeStaleAccount } from './persisted-account.ts'

/**
 * Removes all data of an account when its session ends in any tab: in memory, in storage, and in
 * the pages behind the back button. If an earlier deletion was interrupted, it completes that one
 * first. Returns the unsubscribe function.
 */
export function followSession(queryClient: QueryClient, router: RegisteredRouter) {
  const historyGuard = guardHistory(router)
  const stop = session.watch((ended) => {
    wipeMemory(queryClient, router)
    // If the server ended the session, the person continues on this page after signing in again.
    if (!session.wasRefused()) historyGuard.leaveForeignEntry()
    // Run the guards again. A guard may have admitted the person before the account was loaded.
    void router.invalidate()
    if (ended === null) return
    removeStaleAccount()
    void wipe(({ wipeEndedSession }) => wipeEndedSession(ended))
  })
  // Registered after `session.watch`, so that its `pageshow` listener checks the session first.
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

/** If the code fails to load, the next start deletes the data. */
function wipe(run: (wipes: typeof import('./wipe-data.ts')) => Promise<void>) {
  return inWipeTurn(async () => run(await import('./wipe-data.ts'))).catch((error) => {
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
  // Another tab has signed in, so this tab does not know the account yet. `reset()` would be wrong
  // here: it restores the initial data, which may say "signed out".
  const account = queryClient.getQueryCache().find(accountQuery)
  account?.setState({ status: 'pending', data: undefined, dataUpdatedAt: 0, error: null })
  void queryClient.prefetchQuery(accountQuery)
}

/**
 * The browser’s back/forward cache shows a page exactly as it was, also after the session has
 * ended. So hide the page when the person leaves it, and show it again when the guards have
 * decided.
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

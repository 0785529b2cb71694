import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { NetworkError } from '#client/api/failures.ts'
import { isChunkError } from '#client/browser/chunk-errors.ts'
import { accountQuery } from '#client/data/account.ts'
import { keepEntriesApart } from './history-guard.ts'
import { forgetKeptAccount } from './persisted-account.ts'
import { receipts } from './receipts.ts'
import { session } from './session.ts'
import { inTurn } from './wipe-data-turns.ts'

const forgetting = () => import('./wipe-data.ts')

/**
 * Removes everything of an account when its session ends, in whichever tab: memory, stored data and
 * the pages behind the back button. First completes an interrupted wipe. Returns a function that
 * stops this.
 */
export function leaveWithSession(queryClient: QueryClient, router: RegisteredRouter) {
  const entries = keepEntriesApart(router)
  const stop = session.watch((ended) => {
    forgetMemory(queryClient, router)
    // If the server ended the session, the person continues on this page after signing in again.
    if (!session.wasRefused()) entries.leaveOthers()
    // Run the guards again: one may have let in a person whose account was not loaded yet.
    void router.invalidate()
    if (ended === null) return
    forgetKeptAccount()
    void forgetInTurn(async () => (await forgetting()).forgetSession(ended))
  })
  // Registered after `session.watch`, so that its `pageshow` listener checks the session first.
  const stopCovering = coverWhenPutAway(router)
  void forgetInTurn(async () => (await forgetting()).forgetEarlierSessions()).then(endOnServer)
  const stopTelling = onlineManager.subscribe((isOnline) => void (isOnline && endOnServer()))
  return () => {
    stop()
    stopTelling()
    stopCovering()
    entries.stop()
  }
}

/**
 * Starts a new session after deleting the data of earlier ones. Rejects with a `NetworkError` when
 * the code for that cannot be loaded.
 */
export function startSession(token: string, receipt: string) {
  // Another person may have signed in in another tab meanwhile.
  session.end(session.token())
  endOnServer()
  return inTurn(async () => {
    const { makeRoomFor } = await forgetting().catch(unanswered)
    await makeRoomFor(token)
    session.start(token, receipt)
  })
}

/** Ends on the server the sessions that ended here, as soon as it can be reached. */
export function endOnServer() {
  if (receipts.queued().length === 0) return
  // If the code fails to load, the next start tries again.
  void import('./hand-in-receipts.ts').then(
    ({ handInReceipts }) => handInReceipts(),
    () => undefined,
  )
}

function unanswered(cause: unknown): never {
  throw new NetworkError({ cause })
}

/** If the code fails to load, the next start deletes the data. */
function forgetInTurn(run: () => Promise<void>) {
  return inTurn(run).catch((error) => {
    if (!isChunkError(error)) throw error
  })
}

function forgetMemory(queryClient: QueryClient, router: RegisteredRouter) {
  const predicate = ({ queryKey }: { queryKey: QueryKey }) =>
    queryKey[0] !== accountQuery.queryKey[0]
  void queryClient.cancelQueries({ predicate })
  queryClient.removeQueries({ predicate })
  queryClient.getMutationCache().clear()
  router.clearCache()
  if (!session.token()) return queryClient.setQueryData(accountQuery.queryKey, null)
  // Another tab has signed in. `reset()` would restore the initial data, which may be "signed out".
  const account = queryClient.getQueryCache().find(accountQuery)
  account?.setState({ status: 'pending', data: undefined, dataUpdatedAt: 0, error: null })
  void queryClient.prefetchQuery(accountQuery)
}

/**
 * The back/forward cache restores pages as they were. So the page is hidden when it is left, and
 * shown again after the guards have decided.
 */
function coverWhenPutAway(router: RegisteredRouter) {
  const { style } = document.documentElement
  const cover = () => {
    style.visibility = 'hidden'
  }
  const show = async ({ persisted }: PageTransitionEvent) => {
    if (persisted) await router.load()
    style.visibility = ''
  }
  addEventListener('pagehide', cover)
  addEventListener('pageshow', show)
  return () => {
    removeEventListener('pagehide', cover)
    removeEventListener('pageshow', show)
  }
}

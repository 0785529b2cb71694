import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { NetworkError } from '#client/api/failures.ts'
import { isMissingCode } from '#client/boot/chunk-errors.ts'
import { accountQuery } from '#client/data/account.ts'
import { keepEntriesApart } from './history-guard.ts'
import { forgetKeptAccount } from './persisted-account.ts'
import { receipts } from './receipts.ts'
import { session } from './session.ts'
import { inTurn } from './wipe-data-turns.ts'

const forgetting = () => import('./wipe-data.ts')

/**
 * Nothing of an account outlives its session, whichever tab ended it: not in memory, not on the
 * device, not behind the back button. Begins with what an earlier session has left when it was
 * interrupted. Returns how to stop.
 */
export function leaveWithSession(queryClient: QueryClient, router: RegisteredRouter) {
  const entries = keepEntriesApart(router)
  const stop = session.watch((ended) => {
    forgetMemory(queryClient, router)
    // Who signs in again goes on where the server has ended the session.
    if (!session.wasRefused()) entries.leaveOthers()
    // The guards may have let somebody in who was not known to the page yet.
    void router.invalidate()
    if (ended === null) return
    forgetKeptAccount()
    void forgetInTurn(async () => (await forgetting()).forgetSession(ended))
  })
  // After the session, which has looked by then whose a page is that comes back.
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
 * Starts the session of somebody who has just signed in, once nothing of anybody else is left.
 * Rejects with a `NetworkError` when the code for that does not come.
 */
export function startSession(token: string, receipt: string) {
  // Somebody else has signed in in another tab meanwhile.
  session.end(session.token())
  endOnServer()
  return inTurn(async () => {
    const { makeRoomFor } = await forgetting().catch(unanswered)
    await makeRoomFor(token)
    session.start(token, receipt)
  })
}

/** Tells the server which sessions are over here, as soon as it can be reached. */
export function endOnServer() {
  if (receipts.queued().length === 0) return
  // Without its code, another start does it.
  void import('./hand-in-receipts.ts').then(
    ({ handInReceipts }) => handInReceipts(),
    () => undefined,
  )
}

function unanswered(cause: unknown): never {
  throw new NetworkError({ cause })
}

/** What is left because its code did not come is forgotten at another start. */
function forgetInTurn(run: () => Promise<void>) {
  return inTurn(run).catch((error) => {
    if (!isMissingCode(error)) throw error
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
  // Somebody has signed in in another tab. A reset would lead back to what was known at first,
  // which may have been that there is nobody.
  const account = queryClient.getQueryCache().find(accountQuery)
  account?.setState({ status: 'pending', data: undefined, dataUpdatedAt: 0, error: null })
  void queryClient.prefetchQuery(accountQuery)
}

/**
 * Pages that are put away come back as they were when somebody goes back: so they are covered, and
 * shown when the guards have decided again.
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

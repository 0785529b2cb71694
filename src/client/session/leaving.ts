import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AppRouter } from '#client/app.tsx'
import { accountQuery } from '#client/data/account.ts'
import { forgetQueries } from '#client/offline.ts'
import { reduceUnsent } from '#client/outbox/outbox-store.ts'
import { forgetPhotos } from '#client/photos/forget-photos.ts'
import { attempt } from '#client/storage.ts'
import { forgetKeptAccount } from './kept-account.ts'
import { keepEntriesApart } from './own-entries.ts'
import { markOf, session } from './session.ts'
import { clearTraces, endTraces, inTurn, readTraces, startTraces } from './traces.ts'

/** How long each part may take to forget, in milliseconds. */
const PATIENCE = 10_000

/**
 * Nothing of an account outlives its session, whichever tab ended it: not in memory, not on the
 * device, not behind the back button. Begins with what an earlier session has left when it was
 * interrupted. Returns how to stop.
 */
export function leaveWithSession(queryClient: QueryClient, router: AppRouter) {
  const entries = keepEntriesApart(router)
  const stop = session.watch((ended) => {
    forgetMemory(queryClient, router)
    entries.leaveOthers()
    // The guards may have let somebody in who was not known to the page yet.
    void router.invalidate()
    if (ended !== null) void inTurn(() => forgetSession(ended))
  })
  // After the session, which has looked by then whose a page is that comes back.
  const stopCovering = coverWhenPutAway(router)
  void inTurn(forgetEarlierSessions)
  return () => {
    stop()
    stopCovering()
    entries.stop()
  }
}

/** Starts the session of somebody who has just signed in, once nothing of anybody else is left. */
export function startSession(token: string) {
  // Somebody else has signed in in another tab meanwhile.
  session.end(session.token())
  return inTurn(async () => {
    const traces = await readTraces()
    // What cannot be forgotten now is tried again at every start.
    if (!traces?.of || (await forget())) await startTraces(markOf(token))
    session.start(token)
  })
}

function forgetMemory(queryClient: QueryClient, router: AppRouter) {
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

/** Forgets a session that has just ended. Every tab does, since each may have written until then. */
async function forgetSession(ended: string) {
  await endTraces(ended)
  const traces = await readTraces()
  const isOver = !traces?.of || traces.over.includes(traces.of)
  // Else somebody has signed in since, and before that everything was forgotten.
  if (isOver) await forget()
}

/** At a start: what was not completed by then, and what a token has left that is gone. */
async function forgetEarlierSessions() {
  const traces = await readTraces()
  const mark = session.mark()
  if (!traces) return
  // The browser has lost that it ended, and brought its token back.
  if (mark !== null && traces.over.includes(mark)) return session.end(session.token())
  if (traces.of === mark) return
  if (traces.of !== null && !(await forget())) return
  if (mark !== null) await startTraces(mark)
}

/** Leaves nothing of anybody on this device. Whether that was possible. */
async function forget() {
  forgetKeptAccount()
  const parts = [forgetQueries, forgetPhotos, reduceUnsent].map((forgetPart) =>
    attempt(async () => {
      await forgetPart()
      return true
    }, PATIENCE),
  )
  const isDone = (await Promise.all(parts)).every((isForgotten) => isForgotten === true)
  if (isDone) await clearTraces()
  return isDone
}

/**
 * Pages that are put away come back as they were when somebody goes back: so they are covered, and
 * shown when the guards have decided again.
 */
function coverWhenPutAway(router: AppRouter) {
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

import {
  focusManager,
  hashKey,
  onlineManager,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { holdReadingPosition } from '#client/browser/hold-reading-position.ts'
import { followCatalogue } from '#client/catalogue/follow-catalogue.ts'
import { accountQuery } from '#client/data/account.ts'
import { newsQuery } from '#client/data/news.ts'
import { savedSearchesQuery } from '#client/data/saved-searches.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { notesRevision } from '#client/notes/notes-revision.ts'
import { session } from '#client/session/session.ts'
import { followOptOuts } from './follow-opt-outs.ts'

/** How often a visible page asks for the revisions. */
const CHECK_INTERVAL_MS = 60_000
/**
 * The shortest pause between two checks, however often the page gets the focus. A change on another
 * device appears within five seconds.
 */
const MIN_PAUSE_MS = 4_000

const endpoint = lazyEndpoints(() => import('#contract/revisions.ts'))

/** Queries whose data contains its revision, by the name of the revision. */
const QUERIES = [
  ['account', accountQuery.queryKey],
  ['favorites', favoritesQuery.queryKey],
  ['saved_searches', savedSearchesQuery.queryKey],
  ['news', newsQuery.queryKey],
  ['shortlist', shortlistQuery.queryKey],
] as const

/**
 * Refetches what the person's other devices have changed. Asks for the revisions when the page gets
 * the focus or the network, and every minute while it is visible. Returns a function that stops.
 */
export function followOtherDevices(queryClient: QueryClient) {
  let checkedAt = performance.now()
  let minPause = MIN_PAUSE_MS
  let isChecking = false
  let timer: ReturnType<typeof setTimeout>

  function schedule(delay: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void check(), delay)
  }

  function checkSoon() {
    if (!isChecking) schedule(Math.max(0, checkedAt + minPause - performance.now()))
  }

  async function check() {
    // The next focus or reconnection starts the checks again.
    if (!focusManager.isFocused() || !onlineManager.isOnline()) return
    checkedAt = performance.now()
    isChecking = true
    try {
      if (session.token() !== null) await refetchChanged(queryClient)
      minPause = MIN_PAUSE_MS
    } catch {
      // A failing server is not asked more often because the person switches between tabs.
      minPause = CHECK_INTERVAL_MS
    }
    isChecking = false
    schedule(CHECK_INTERVAL_MS)
  }

  function onOnline(isOnline: boolean) {
    if (!isOnline) return
    minPause = MIN_PAUSE_MS
    checkSoon()
  }

  const stops = [
    focusManager.subscribe((isFocused) => void (isFocused && checkSoon())),
    onlineManager.subscribe(onOnline),
  ]
  // A window that was visible beside another one gets the focus without becoming visible.
  addEventListener('focus', checkSoon)
  schedule(CHECK_INTERVAL_MS)
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
    removeEventListener('focus', checkSoon)
  }
}

async function refetchChanged(queryClient: QueryClient) {
  const token = session.token()
  const revisions = await call(endpoint('listRevisions'), {})
  if (session.token() !== token) return
  notesRevision.set(revisions.notes)
  if (revisions.listings !== undefined) void followCatalogue(revisions.listings)
  if (revisions.opt_outs !== undefined) await followOptOuts(queryClient, revisions.opt_outs)
  for (const [name, queryKey] of QUERIES) {
    const data = queryClient.getQueryData<{ revision?: string | undefined } | null>(queryKey)
    // A query without data sends its first request by itself.
    if (data && data.revision !== revisions[name]) void refetch(queryClient, queryKey)
  }
}

/** Refetches a query, and shows its new data without moving what the person reads. */
async function refetch(queryClient: QueryClient, queryKey: QueryKey) {
  const hash = hashKey(queryKey)
  const stop = queryClient.getQueryCache().subscribe((event) => {
    const hasChanged = event.type === 'updated' && event.action.type === 'success'
    if (hasChanged && event.query.queryHash === hash) holdReadingPosition()
  })
  await queryClient.invalidateQueries({ queryKey })
  stop()
}

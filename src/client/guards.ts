import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { AppRouter } from './app.tsx'
import { now } from './clock.ts'
import { accountQuery, listingAccess } from './data/account.ts'

/** What browsers can wait for is bounded; milliseconds. */
const LONGEST_TIMER = 86_400_000

/**
 * Lets the guards decide again when the account has changed (signed out, subscribed, expired), and
 * at the moment at which what was paid for ends. Returns how to stop.
 */
export function askGuardsAgain(queryClient: QueryClient, router: AppRouter) {
  const observer = new QueryObserver(queryClient, accountQuery)
  let known = observer.getCurrentResult().data
  let access = listingAccess(queryClient)
  let timer: ReturnType<typeof setTimeout> | undefined

  function look() {
    clearTimeout(timer)
    const account = observer.getCurrentResult().data
    if (account === undefined) return
    const isNews = account !== known || listingAccess(queryClient) !== access
    // The guards wait for the first account themselves.
    if (isNews && known !== undefined) void router.invalidate()
    known = account
    access = listingAccess(queryClient)

    const endsAt = account?.subscription?.ends_at
    const rest = endsAt ? Date.parse(endsAt) - now().getTime() : -1
    if (rest >= 0) timer = setTimeout(look, Math.min(rest + 1, LONGEST_TIMER))
  }

  look()
  const stop = observer.subscribe(look)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { AppRouter } from './app.tsx'
import { atMoment, now } from './clock.ts'
import { accountQuery, listingAccess } from './data/account.ts'

/**
 * Lets the guards decide again when the account has changed (signed out, subscribed, expired), and
 * at the moment at which what was paid for ends. Returns how to stop.
 */
export function askGuardsAgain(queryClient: QueryClient, router: AppRouter) {
  const observer = new QueryObserver(queryClient, accountQuery)
  let known = observer.getCurrentResult().data
  let access = listingAccess(queryClient)
  let stopWaiting = () => {}

  function look() {
    stopWaiting()
    const account = observer.getCurrentResult().data
    if (account === undefined) return
    const isNews = account !== known || listingAccess(queryClient) !== access
    // The guards wait for the first account themselves.
    if (isNews && known !== undefined) void router.invalidate()
    known = account
    access = listingAccess(queryClient)

    const endsAt = account?.subscription?.ends_at
    if (endsAt && new Date(endsAt) > now()) stopWaiting = atMoment(new Date(endsAt), look)
  }

  look()
  const stop = observer.subscribe(look)
  return () => {
    stopWaiting()
    stop()
  }
}

import type { QueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import type { AppRouter } from './app.tsx'
import { atMoment, now } from './clock.ts'
import { type ListingAccess, listingAccess, watchAccount } from './data/account.ts'

/**
 * Lets the guards decide again when the account has changed (signed out, subscribed, expired), and
 * at the moment at which what was paid for ends. Returns how to stop.
 */
export function askGuardsAgain(queryClient: QueryClient, router: AppRouter) {
  let known: Account | null | undefined
  let access: ListingAccess | undefined
  let stopWaiting = () => {}

  function look(account: Account | null | undefined) {
    stopWaiting()
    if (account === undefined) return
    const isNews = account !== known || listingAccess(queryClient) !== access
    // The guards wait for the first account themselves.
    if (isNews && known !== undefined) void router.invalidate()
    known = account
    access = listingAccess(queryClient)

    const endsAt = account?.subscription?.ends_at
    if (endsAt && new Date(endsAt) > now()) {
      stopWaiting = atMoment(new Date(endsAt), () => look(account))
    }
  }

  const stop = watchAccount(queryClient, look)
  return () => {
    stopWaiting()
    stop()
  }
}

import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import type { Account } from '#contract/account.ts'
import { atMoment, now, watchCorrections } from './browser/clock.ts'
import { accountQuery, type ListingAccess, listingAccess, watchAccount } from './data/account.ts'

/**
 * Lets the guards decide again when the account has changed (signed out, subscribed, expired), when
 * the server has corrected the time, and at the moment at which what was paid for ends. Returns how
 * to stop.
 */
export function askGuardsAgain(queryClient: QueryClient, router: RegisteredRouter) {
  let known: Account | null | undefined
  let access: ListingAccess | undefined
  let stopWaiting = () => {}

  function look(account: Account | null | undefined) {
    stopWaiting()
    if (account === undefined) return
    const isNews = account !== known || listingAccess(queryClient) !== access
    // The guards wait for the first account themselves, unless it failed to come at first.
    const hasGivenUp = router.state.matches.some(({ status }) => status === 'error')
    if (isNews && (known !== undefined || hasGivenUp)) void router.invalidate()
    known = account
    const before = access
    access = listingAccess(queryClient)
    if (access === 'unconfirmed' && before === 'granted') {
      void queryClient.refetchQueries(accountQuery, { cancelRefetch: false })
    }

    const endsAt = account?.subscription?.ends_at
    if (endsAt && new Date(endsAt) > now()) {
      stopWaiting = atMoment(new Date(endsAt), () => look(account))
    }
  }

  const again = () => look(known)
  const stops = [
    watchAccount(queryClient, look),
    watchCorrections(again),
    // Timers sleep with the device, and go slowly in a page that nobody looks at.
    onVisibilityChange(again),
  ]
  return () => {
    stopWaiting()
    for (const stop of stops) stop()
  }
}

function onVisibilityChange(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

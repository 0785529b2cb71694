import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import type { Account } from '#contract/account.ts'
import { now, runAt, watchCorrections } from './browser/clock.ts'
import { accountQuery, type ListingAccess, listingAccess, watchAccount } from './data/account.ts'
import { NeedsSubscription } from './features/subscription/needs-subscription.ts'

/**
 * Runs the route guards again when the account changes (signed out, subscribed, expired), when the
 * server corrects the clock, and at the moment when the paid period ends. Returns the unsubscribe
 * function.
 */
export function rerunGuards(queryClient: QueryClient, router: RegisteredRouter) {
  let known: Account | null | undefined
  let access: ListingAccess | undefined
  let stopWaiting = () => {}

  function check(account: Account | null | undefined) {
    stopWaiting()
    if (account === undefined) return
    const hasChanged = account !== known || listingAccess(queryClient) !== access
    // While the app starts, the route guards themselves wait for the account. So when the account
    // first arrives, run the guards again only if the page has failed to load.
    const hasFailed = router.state.matches.some(({ status }) => status === 'error')
    const before = access
    access = listingAccess(queryClient)
    // The account can arrive after a route guard has refused the page and before this function first
    // runs. The access has then changed since the refusal, but not since the last run.
    const isOutdated = router.state.matches.some(
      ({ error }) => error instanceof NeedsSubscription && error.access !== access,
    )
    if (isOutdated || (hasChanged && (known !== undefined || hasFailed))) void router.invalidate()
    known = account
    if (access === 'unconfirmed' && before === 'granted') {
      void queryClient.refetchQueries(accountQuery, { cancelRefetch: false })
    }

    const endsAt = account?.subscription?.ends_at
    if (endsAt && new Date(endsAt) > now()) {
      stopWaiting = runAt(new Date(endsAt), () => check(account))
    }
  }

  const recheck = () => check(known)
  const stops = [
    watchAccount(queryClient, check),
    watchCorrections(recheck),
    // Check again when the tab becomes visible, because timers stop during sleep and are slow in a
    // hidden tab.
    onVisibilityChange(recheck),
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

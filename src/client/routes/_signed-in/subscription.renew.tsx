import { createFileRoute, redirect } from '@tanstack/react-router'
import { now } from '#client/clock.ts'
import { RenewSubscription } from '#client/features/subscription/renew-subscription.tsx'
import { ColumnPage } from '#client/ui/column-page.tsx'
import { homeOf } from '#contract/access.ts'

/** For those whose subscription is over, for as long as it is; everybody else is at home elsewhere. */
export const Route = createFileRoute('/_signed-in/subscription/renew')({
  beforeLoad: ({ context, cause }) => {
    const hasEnded = homeOf(context.account, now()) === '/subscription/renew'
    if (hasEnded) return
    if (cause !== 'stay') throw redirect({ to: '/subscription/manage', replace: true })
    // It was renewed on this page, or meanwhile in another tab.
    const message = 'Subscription activated successfully!'
    throw redirect({ to: '/listings', replace: true, state: { message } })
  },
  component: RenewSubscriptionPage,
})

function RenewSubscriptionPage() {
  return (
    <ColumnPage title="Renew Subscription" wide>
      <RenewSubscription />
    </ColumnPage>
  )
}

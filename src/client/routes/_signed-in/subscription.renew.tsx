import { createFileRoute, redirect } from '@tanstack/react-router'
import { now } from '#client/clock.ts'
import { RenewSubscription } from '#client/features/subscription/renew-subscription.tsx'
import { SubscriptionPage } from '#client/features/subscription/subscription-page.tsx'
import { homeOf } from '#contract/subscription.ts'

/** For those whose subscription is over; everybody else is at home elsewhere. */
export const Route = createFileRoute('/_signed-in/subscription/renew')({
  beforeLoad: ({ context }) => {
    const hasEnded = homeOf(context.account, now()) === '/subscription/renew'
    if (!hasEnded) throw redirect({ to: '/subscription/manage', replace: true })
  },
  component: RenewSubscriptionPage,
})

function RenewSubscriptionPage() {
  const { account } = Route.useRouteContext()
  return (
    <SubscriptionPage title="Renew Subscription">
      <RenewSubscription subscription={account.subscription} />
    </SubscriptionPage>
  )
}

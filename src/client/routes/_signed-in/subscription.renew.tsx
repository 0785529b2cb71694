import { createFileRoute, redirect } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { findHome } from '#client/data/account.ts'
import { ColumnPage } from '#client/ui/column-page.tsx'

/** The page for people whose subscription has ended. The guard redirects everyone else. */
const RenewSubscription = chakraPart(
  async () =>
    (await import('#client/features/subscription/renew-subscription.tsx')).RenewSubscription,
)

export const Route = createFileRoute('/_signed-in/subscription/renew')({
  beforeLoad: ({ context: { queryClient, account }, cause }) => {
    const hasEnded = findHome(queryClient, account) === '/subscription/renew'
    if (hasEnded) return
    if (cause !== 'stay') throw redirect({ to: '/subscription/manage', replace: true })
    // The subscription was renewed while this page was open, so redirect to the listings.
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

import { createFileRoute } from '@tanstack/react-router'
import { ManageSubscription } from '#client/features/subscription/manage-subscription.tsx'
import { SubscriptionPage } from '#client/features/subscription/subscription-page.tsx'

export const Route = createFileRoute('/_signed-in/subscription/manage')({
  component: ManageSubscriptionPage,
})

function ManageSubscriptionPage() {
  return (
    <SubscriptionPage title="Manage Subscription">
      <ManageSubscription />
    </SubscriptionPage>
  )
}

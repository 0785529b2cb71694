import { createFileRoute } from '@tanstack/react-router'
import { ManageSubscription } from '#client/features/subscription/manage-subscription.tsx'
import { ColumnPage } from '#client/ui/column-page.tsx'

export const Route = createFileRoute('/_signed-in/subscription/manage')({
  component: ManageSubscriptionPage,
})

function ManageSubscriptionPage() {
  return (
    <ColumnPage title="Manage Subscription">
      <ManageSubscription />
    </ColumnPage>
  )
}

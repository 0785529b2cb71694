import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { ColumnPage } from '#client/ui/column-page.tsx'

const ManageSubscription = chakraPart(
  async () =>
    (await import('#client/features/subscription/manage-subscription.tsx')).ManageSubscription,
)

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

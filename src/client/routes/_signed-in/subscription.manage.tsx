import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accountQuery } from '#client/data/account.ts'
import { ManageSubscription } from '#client/features/subscription/manage-subscription.tsx'
import { SubscriptionPage } from '#client/features/subscription/subscription-page.tsx'
import { Loading } from '#client/ui/loading.tsx'

export const Route = createFileRoute('/_signed-in/subscription/manage')({
  component: ManageSubscriptionPage,
})

function ManageSubscriptionPage() {
  const { data: account } = useQuery(accountQuery)
  return (
    <SubscriptionPage title="Manage Subscription">
      {account ? <ManageSubscription account={account} /> : <Loading />}
    </SubscriptionPage>
  )
}

import { useAccount } from '#client/components/use-account.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { Loading } from '#client/ui/loading.tsx'
import styles from './manage-subscription.module.css'
import { OwnSubscription } from './own-subscription.tsx'
import { SubscriptionState } from './subscription-state.tsx'

export function ManageSubscription() {
  const { account, askedAt, hasFailed, askAgain } = useAccount()
  if (!account) return <Loading />
  if (account.user.role === 'admin') return <AdminAccount />
  return (
    <>
      <SubscriptionState askedAt={askedAt} hasFailed={hasFailed} onRetry={askAgain} />
      <OwnSubscription subscription={account.subscription} askedAt={askedAt} />
    </>
  )
}

function AdminAccount() {
  return (
    <Card title="Admin Account">
      <p className={styles.text}>Admins have full access to all listings without a subscription.</p>
      <ButtonLink to="/listings">View Listings</ButtonLink>
    </Card>
  )
}

import { useAccount } from '#client/components/use-account.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { Loading } from '#client/ui/loading.tsx'
import styles from './manage-subscription.module.css'
import { OwnSubscription } from './own-subscription.tsx'
import { StaleSubscriptionNotice } from './stale-subscription-notice.tsx'

export function ManageSubscription() {
  const { account, fetchedAt, hasFailed, refetch } = useAccount()
  if (!account) return <Loading />
  if (account.user.role === 'admin') return <AdminAccount />
  return (
    <>
      <StaleSubscriptionNotice fetchedAt={fetchedAt} hasFailed={hasFailed} onRetry={refetch} />
      <OwnSubscription subscription={account.subscription} fetchedAt={fetchedAt} />
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

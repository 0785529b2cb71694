import { format } from 'date-fns/format'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Account } from '#contract/account.ts'
import type { Subscription } from '#contract/subscription.ts'
import styles from './page.module.css'
import { Plan, PRICE_PER_MONTH } from './plan.tsx'

export function ManageSubscription({ account }: { account: Account }) {
  if (account.user.role === 'admin') return <AdminAccount />
  if (!account.subscription) return <NoSubscription />
  return <SubscriptionDetails subscription={account.subscription} />
}

function AdminAccount() {
  return (
    <Card title="Admin Account">
      <p className={styles.text}>Admins have full access to all listings without a subscription.</p>
      <ButtonLink to="/listings">View Listings</ButtonLink>
    </Card>
  )
}

function NoSubscription() {
  return (
    <>
      <Card title="No Subscription Found">
        <p>A subscription opens every listing, for as long as you keep it.</p>
      </Card>
      <Plan />
    </>
  )
}

function SubscriptionDetails({ subscription }: { subscription: Subscription }) {
  const { status, plan, payment_provider, ends_at } = subscription
  return (
    <Card title="Subscription Details">
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>
          <StatusBadge status={status} />
        </dd>
        <dt>Plan</dt>
        <dd>
          {capitalise(plan)} ({PRICE_PER_MONTH})
        </dd>
        <dt>Payment Method</dt>
        <dd>{capitalise(payment_provider)}</dd>
        {ends_at && (
          <>
            <dt>{status === 'cancelled' ? 'Access Ends' : 'Next Billing Date'}</dt>
            <dd>{format(ends_at, 'MMM dd, yyyy')}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function StatusBadge({ status }: Pick<Subscription, 'status'>) {
  return <span className={`${styles.badge} ${styles[status] ?? ''}`}>{capitalise(status)}</span>
}

function capitalise(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import type { ReactNode } from 'react'
import { now } from '#client/clock.ts'
import { capitalise } from '#client/format.ts'
import { StatusBadge } from '#client/status-badge.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Subscription } from '#contract/subscription.ts'
import { formatDay } from './dates.ts'
import { PRICE_PER_MONTH } from './plan.tsx'
import { endOf, isGiven, type Standing } from './standing.ts'
import styles from './subscription-details.module.css'

interface SubscriptionDetailsProps {
  subscription: Subscription
  standing: Standing
  /** What can be done about it. */
  children: ReactNode
}

export function SubscriptionDetails(props: SubscriptionDetailsProps) {
  const { subscription, standing, children } = props
  const { status, plan, payment_provider } = subscription
  const endsAt = endOf(subscription, standing, now())
  const isPaidFor = plan === 'premium' && !isGiven(subscription)
  return (
    <Card title="Subscription Details">
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>
          <StatusBadge
            status={standing === 'expired' && status === 'active' ? 'expired' : status}
          />
        </dd>
        <dt>Plan</dt>
        <dd>
          {capitalise(plan)}{' '}
          {isPaidFor && <span className={styles.price}>({PRICE_PER_MONTH})</span>}
        </dd>
        <dt>Payment Method</dt>
        <dd>{isGiven(subscription) ? 'None: access was given' : capitalise(payment_provider)}</dd>
        {endsAt && (
          <>
            <dt>{DATE_LABELS[standing]}</dt>
            <dd>{formatDay(endsAt)}</dd>
          </>
        )}
      </dl>
      {children}
    </Card>
  )
}

/** What happens at the end of what was paid for. */
const DATE_LABELS: Record<Standing, string> = {
  active: 'Next Billing Date',
  given: 'Access Ends',
  cancelled: 'Access Ends',
  unpaid: 'Access Ends',
  expired: 'Access Ended',
  unconfirmed: 'Paid Until',
}

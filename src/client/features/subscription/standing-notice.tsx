import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import type { Subscription } from '#contract/subscription.ts'
import { Day } from './day.tsx'
import styles from './manage-subscription.module.css'
import type { Standing } from './standing.ts'

interface StandingNoticeProps {
  subscription: Subscription
  standing: Standing
}

/** What a subscription means today, in a sentence. */
export function StandingNotice({ subscription, standing }: StandingNoticeProps) {
  const { ends_at } = subscription
  const until = ends_at && (
    <>
      {' until '}
      <Day of={ends_at} />
    </>
  )
  switch (standing) {
    case 'active':
      return <Open>Every listing is open to you.</Open>
    case 'given':
      return <Open>Every listing is open to you{until}, and there is nothing to pay.</Open>
    case 'cancelled':
      return (
        <Alert type="warning">
          Your subscription is cancelled. Every listing stays open to you{until}.
        </Alert>
      )
    case 'unpaid':
      return (
        <Alert type="warning">
          Your last payment did not go through. Every listing stays open to you{until}: pay before
          then to keep it so.
        </Alert>
      )
    case 'expired':
      return (
        <Alert type="warning">
          <p>Your subscription has expired. Please renew to continue accessing premium features.</p>
          {subscription.payment_failed && (
            <p>
              Your last payment did not go through. Your card may be tried again, unless you cancel.
            </p>
          )}
        </Alert>
      )
    case 'unconfirmed':
      return (
        <Alert type="warning">
          Your subscription was paid{until}. We could not ask yet whether it goes on.
        </Alert>
      )
  }
}

function Open({ children }: { children: ReactNode }) {
  return (
    <p className={styles.lead}>
      {children} <Link to="/listings">View Listings</Link>
    </p>
  )
}

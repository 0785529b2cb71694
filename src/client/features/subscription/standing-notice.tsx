import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import type { Subscription } from '#contract/subscription.ts'
import { formatDay } from './dates.ts'
import { Day } from './day.tsx'
import { isOwed, type Standing } from './standing.ts'
import { usePlan } from './use-plan.ts'

interface StandingNoticeProps {
  subscription: Subscription
  standing: Standing
}

/** The state of a subscription, in a sentence. */
export function StandingNotice({ subscription, standing }: StandingNoticeProps) {
  const { charge } = usePlan()
  const { ends_at } = subscription
  const until = ends_at && (
    <span>
      {' '}
      until <Day of={ends_at} />
    </span>
  )
  switch (standing) {
    case 'active':
      return <Open>Every listing is open to you.</Open>
    case 'complimentary':
      return (
        <Open>
          <span>Every listing is open to you</span>
          {until}
          <span>, and there is nothing to pay.</span>
        </Open>
      )
    case 'paused':
      return (
        <Open>
          {`${describePause(subscription)}. Every listing stays open to you, and nothing is charged meanwhile.`}
        </Open>
      )
    case 'cancelled':
      return (
        <Alert type="warning">
          <span>Your subscription is cancelled. Every listing stays open to you</span>
          {until}
          <span>.</span>
        </Alert>
      )
    case 'unpaid':
      if (subscription.confirm_url) {
        return (
          <Alert type="warning">
            <span>{`Your bank asks you to confirm your payment of ${charge}. Every listing stays open to you`}</span>
            {until}
            <span>: confirm before then to keep your access.</span>
          </Alert>
        )
      }
      return (
        <Alert type="warning">
          <span>Your last payment did not go through. Every listing stays open to you</span>
          {until}
          <span>: pay before then to keep your access.</span>
        </Alert>
      )
    case 'due':
      return subscription.status === 'cancelled' ? (
        <Alert type="warning">{`Your subscription will not renew again, but ${charge} for the new month is still charged within the hour. To avoid this charge, choose “Cancel Subscription” now.`}</Alert>
      ) : (
        <Open>{`A new month has begun, and ${charge} is charged within the hour.`}</Open>
      )
    case 'expired':
      return (
        <Alert type="warning">
          <p>Your subscription has expired. Please renew to continue accessing premium features.</p>
          {isOwed(subscription) && (
            <p>
              {subscription.confirm_url
                ? 'Your bank asks you to confirm your last payment.'
                : 'Your last payment did not go through. Your card may be tried again, unless you cancel.'}
            </p>
          )}
          {subscription.status === 'active' && (
            <p>
              We are still asking whether your subscription was renewed. Every listing stays open to
              you until we know. If it was renewed, “Renew Subscription” charges nothing.
            </p>
          )}
        </Alert>
      )
    case 'unknown':
      return (
        <Alert type="info">
          This version of Engawa cannot show the status of your subscription, and you cannot pay
          here. Reload the page to get the newest version.
        </Alert>
      )
    case 'unconfirmed':
      return (
        <Alert type="warning">
          <span>Your subscription was paid</span>
          {until}
          <span>{`. ${
            subscription.status === 'cancelled'
              ? 'It may have ended. Connect to the internet to check.'
              : 'We do not know yet whether your subscription was renewed.'
          }`}</span>
        </Alert>
      )
  }
}

function describePause({ resumes_at: resumesAt }: Subscription) {
  return resumesAt ? `Payments are paused (until ${formatDay(resumesAt)})` : 'Payments are paused'
}

function Open({ children }: { children: ReactNode }) {
  return (
    <p className="soft">
      <span>{children}</span> <Link to="/listings">View Listings</Link>
    </p>
  )
}

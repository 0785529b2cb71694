import { format } from 'date-fns/format'
import { now } from '#client/clock.ts'
import { Alert } from '#client/ui/alert.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import type { Subscription } from '#contract/subscription.ts'
import styles from './page.module.css'
import { Plan } from './plan.tsx'

/** Why listings are closed to somebody who had them, and what would open them. */
export function RenewSubscription({ subscription }: { subscription: Subscription | null }) {
  const endedOn = subscription?.ends_at && new Date(subscription.ends_at)
  return (
    <>
      <Alert type="warning">
        Your subscription has expired. Please renew to continue accessing premium features.
      </Alert>
      {endedOn && endedOn < now() && (
        <p className={styles.lead}>Your access ended on {format(endedOn, 'MMM dd, yyyy')}.</p>
      )}
      <Plan>
        <ButtonLink wide to="/subscription/manage">
          Manage Subscription
        </ButtonLink>
      </Plan>
    </>
  )
}

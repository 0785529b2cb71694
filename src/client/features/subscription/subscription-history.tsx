import { now } from '#client/clock.ts'
import { Card } from '#client/ui/card.tsx'
import type { Subscription } from '#contract/subscription.ts'
import { formatDay } from './dates.ts'
import { PRICE_PER_MONTH } from './plan.tsx'
import { endOf, isGiven, type Standing } from './standing.ts'
import styles from './subscription-history.module.css'

interface SubscriptionHistoryProps {
  subscription: Subscription
  standing: Standing
}

export function SubscriptionHistory({ subscription, standing }: SubscriptionHistoryProps) {
  const renews = isRenewing(subscription, standing)
  return (
    <Card title="Subscription History">
      <ol className={styles.events}>
        <li>
          <p className={styles.event}>
            {isGiven(subscription)
              ? 'Access given by an administrator'
              : `Monthly subscription: ${PRICE_PER_MONTH}`}
          </p>
          <p className={styles.when}>Created on {formatDay(subscription.created_at)}</p>
        </li>
        <li>
          <p className={styles.event}>Automatic renewal: {renews ? 'Enabled' : 'Disabled'}</p>
          <p className={styles.when}>{outlook(subscription, standing)}</p>
        </li>
      </ol>
    </Card>
  )
}

/** Whether a card may still be charged for it; what is owed may be, also when access has ended. */
function isRenewing(subscription: Subscription, standing: Standing) {
  if (standing === 'expired') return subscription.payment_failed && !isGiven(subscription)
  return standing === 'active' || standing === 'unpaid' || standing === 'unconfirmed'
}

/** What becomes of it by itself. */
function outlook(subscription: Subscription, standing: Standing) {
  if (isRenewing(subscription, standing)) return 'Can cancel anytime'
  const endsAt = endOf(subscription, standing, now())
  if (endsAt === null) return standing === 'given' ? 'Has no end date' : 'Will not renew'
  const verb = standing === 'expired' ? 'ended' : 'ends'
  return `Will not renew - access ${verb} ${formatDay(endsAt)}`
}

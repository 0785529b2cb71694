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
  const renews = RENEWING.includes(standing)
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

const RENEWING: Standing[] = ['active', 'unpaid', 'unconfirmed']

/** What becomes of it by itself. */
function outlook(subscription: Subscription, standing: Standing) {
  if (RENEWING.includes(standing)) return 'Can cancel anytime'
  const endsAt = endOf(subscription, standing, now())
  if (endsAt === null) return standing === 'given' ? 'Has no end date' : 'Will not renew'
  const verb = standing === 'expired' ? 'ended' : 'ends'
  return `Will not renew - access ${verb} ${formatDay(endsAt)}`
}

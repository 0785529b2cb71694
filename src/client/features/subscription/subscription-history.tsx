import { useQuery } from '@tanstack/react-query'
import { now } from '#client/browser/clock.ts'
import { paymentsQuery } from '#client/data/payments.ts'
import { Card } from '#client/ui/card.tsx'
import { withNoBreaks } from '#contract/no-break.ts'
import type { Payment } from '#contract/payments.ts'
import type { Subscription } from '#contract/subscription.ts'
import { formatDay } from './dates.ts'
import { isComplimentary, isOwed, type Standing, shownEnd } from './standing.ts'
import styles from './subscription-history.module.css'
import { formatCharge, usePlan } from './use-plan.ts'

interface SubscriptionHistoryProps {
  subscription: Subscription
  standing: Standing
}

export function SubscriptionHistory({ subscription, standing }: SubscriptionHistoryProps) {
  const { pricePerMonth } = usePlan()
  const renews = isRenewing(subscription, standing)
  return (
    <Card title="Subscription History">
      <ol className={styles.events}>
        <li>
          <p className={styles.event}>
            {isComplimentary(subscription)
              ? 'Access given by an administrator'
              : `Monthly subscription: ${pricePerMonth}`}
          </p>
          <p className={styles.when}>
            {`Created on ${subscription.created_at ? formatDay(subscription.created_at) : 'N/A'}`}
          </p>
        </li>
        {standing !== 'unknown' && (
          <li>
            <p
              className={styles.event}
            >{`Automatic renewal: ${renews ? 'Enabled' : 'Disabled'}`}</p>
            <p className={styles.when}>{outlook(subscription, standing)}</p>
          </li>
        )}
      </ol>
      <Payments />
    </Card>
  )
}

/** The person's payments. Shows nothing until they are loaded. */
function Payments() {
  const { data } = useQuery({ ...paymentsQuery, refetchOnMount: 'always' })
  if (!data || data.results.length === 0) return null
  return (
    <section className={styles.payments}>
      <h3>Payments</h3>
      <ul>
        {data.results.map((payment) => (
          <li key={payment.id}>{withNoBreaks(describe(payment))}</li>
        ))}
      </ul>
    </section>
  )
}

/** Describes a payment and its refund: `US$20.00 · Nov 23, 2026 · Refunded`. */
function describe({ amount_cents, refunded_cents, currency, paid_at }: Payment) {
  const paid = `${formatCharge(amount_cents, currency)} · ${formatDay(paid_at)}`
  if (refunded_cents === 0) return paid
  return refunded_cents >= amount_cents
    ? `${paid} · Refunded`
    : `${paid} · ${formatCharge(refunded_cents, currency)} refunded`
}

/**
 * Whether the subscription may be charged again. An unpaid month may be charged even after access
 * has ended, and an active subscription even after the day of its renewal.
 */
function isRenewing(subscription: Subscription, standing: Standing) {
  if (subscription.status === 'cancelled') return false
  if (standing === 'expired') return subscription.status === 'active' || isOwed(subscription)
  return standing !== 'complimentary'
}

/**
 * Says in a few words whether the subscription renews. If it does not renew, says when access ends.
 */
function outlook(subscription: Subscription, standing: Standing) {
  if (isRenewing(subscription, standing)) return 'Can cancel anytime'
  const endsAt = shownEnd(subscription, standing, now())
  if (endsAt === null) return standing === 'complimentary' ? 'Has no end date' : 'Will not renew'
  return `Will not renew - access ends ${formatDay(endsAt)}`
}

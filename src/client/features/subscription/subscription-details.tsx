import type { ReactNode } from 'react'
import { now } from '#client/browser/clock.ts'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { capitalise } from '#client/format/format.ts'
import { Card } from '#client/ui/card.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { Subscription } from '#contract/subscription.ts'
import { formatDay } from './dates.ts'
import { isComplimentary, type Standing, shownEnd } from './standing.ts'
import styles from './subscription-details.module.css'
import { usePlan } from './use-plan.ts'

interface SubscriptionDetailsProps {
  subscription: Subscription
  standing: Standing
  /** Buttons such as "Cancel Subscription". */
  children: ReactNode
}

export function SubscriptionDetails(props: SubscriptionDetailsProps) {
  const { subscription, standing, children } = props
  const { plan } = subscription
  const { pricePerMonth } = usePlan()
  const endsAt = shownEnd(subscription, standing, now())
  const isPaidFor = plan === 'premium' && !isComplimentary(subscription)
  return (
    <Card title="Subscription Details">
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>
          <Status subscription={subscription} standing={standing} />
        </dd>
        <dt>Plan</dt>
        <dd>
          <span>{capitalise(plan)}</span>{' '}
          {isPaidFor && <span className={styles.whole}>{`(${pricePerMonth})`}</span>}
        </dd>
        <dt>Payment Method</dt>
        <dd>{paymentMethodOf(subscription)}</dd>
        {endsAt && (
          <>
            <dt>{dateLabel(subscription, standing)}</dt>
            <dd>{formatDay(endsAt)}</dd>
          </>
        )}
      </dl>
      {children}
    </Card>
  )
}

/** How the subscription is paid: the card or, if no card is known, the payment provider. */
function paymentMethodOf(subscription: Subscription) {
  const { card, payment_provider } = subscription
  if (isComplimentary(subscription)) return 'Complimentary access'
  if (!card) return capitalise(payment_provider)
  return (
    <>
      <span>{BRANDS.get(card.brand) ?? capitalise(card.brand)}</span>{' '}
      <span className={styles.whole}>{`•••• ${card.last4}`}</span>
    </>
  )
}

/**
 * The names of some card brands. The name of any other brand is Stripe's identifier with a capital
 * letter.
 */
const BRANDS = new Map([
  ['amex', 'American Express'],
  ['diners', 'Diners Club'],
  ['eftpos_au', 'Eftpos'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['unknown', 'Card'],
])

/**
 * The status of a subscription in a word or two. Unpaid and unconfirmed subscriptions are never
 * shown as active.
 */
function Status({ subscription, standing }: Omit<SubscriptionDetailsProps, 'children'>) {
  const { status, confirm_url } = subscription
  if (standing === 'unpaid') {
    return <Tag tone="doubtful">{confirm_url ? 'Confirm payment' : 'Payment failed'}</Tag>
  }
  if (status !== 'active') return <StatusBadge status={status} />
  if (standing === 'unconfirmed') return <Tag tone="doubtful">Not confirmed</Tag>
  return <StatusBadge status={standing === 'expired' ? 'expired' : status} />
}

function dateLabel({ status }: Subscription, standing: Standing) {
  return standing === 'due' && status === 'cancelled' ? 'Access Ends' : DATE_LABELS[standing]
}

const DATE_LABELS: Record<Standing, string> = {
  active: 'Next Billing Date',
  complimentary: 'Access Ends',
  paused: 'Next Billing Date',
  cancelled: 'Access Ends',
  unpaid: 'Access Ends',
  due: 'Next Billing Date',
  expired: 'Access Ends',
  unconfirmed: 'Paid Until',
  unknown: 'Paid Until',
}

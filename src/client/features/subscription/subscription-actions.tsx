import type { RefObject } from 'react'
import { now } from '#client/browser/clock.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import type { SubscriptionChange } from '#client/data/payments.ts'
import { buttonClass } from '#client/ui/button.tsx'
import type { Subscription } from '#contract/subscription.ts'
import styles from './actions.module.css'
import { CancelSubscription } from './cancel-subscription.tsx'
import { formatShortDay } from './dates.ts'
import { preloadCardForm } from './lazy-card-form.tsx'
import { endIfCancelled, isOwed, type Standing } from './standing.ts'
import { describeNextCharge } from './terms.ts'
import { usePlan } from './use-plan.ts'

interface SubscriptionActionsProps {
  subscription: Subscription
  standing: Standing
  /** The change of the subscription that is being sent to the server, if any. */
  pending: SubscriptionChange | undefined
  onChange: (change: SubscriptionChange) => void
  payButton: RefObject<HTMLButtonElement | null>
  onPay: () => void
}

export function SubscriptionActions(props: SubscriptionActionsProps) {
  const { subscription, standing, pending, onChange, payButton, onPay } = props
  const { charge } = usePlan()
  const { status, ends_at } = subscription
  // Complimentary access with an end date ends automatically, so it needs no action.
  const endsAnyway = standing === 'complimentary' && ends_at !== null
  if (standing === 'unconfirmed' || standing === 'unknown' || endsAnyway) return null
  // While a month is unpaid, always offer to cancel. The charge for this month may still succeed,
  // even after access has ended.
  const canCancel = isOwed(subscription) || status === 'active'
  const canPay = !['active', 'complimentary', 'due', 'paused'].includes(standing)

  const terms = canPay && describeNextCharge(subscription, standing, charge)
  // Stripe's hosted invoice page, where the bank can ask for confirmation.
  const confirmUrl = isOwed(subscription) ? subscription.confirm_url : null

  return (
    <div className={styles.actions}>
      {terms && <p className={styles.terms}>{`${CONDITIONS[standing] ?? ''} ${terms}`}</p>}
      {confirmUrl && (
        <a className={buttonClass({})} href={confirmUrl}>
          Confirm Payment
        </a>
      )}
      {standing === 'cancelled' && (
        <ActionButton isPending={pending === 'reactivate'} onClick={() => onChange('reactivate')}>
          {pending === 'reactivate' ? 'Reactivating…' : 'Reactivate Subscription'}
        </ActionButton>
      )}
      {canPay && (
        <ActionButton
          variant={standing === 'cancelled' || confirmUrl ? 'outline' : 'solid'}
          ref={payButton}
          onPointerEnter={preloadCardForm}
          onFocus={preloadCardForm}
          onClick={onPay}
        >
          {payLabel(subscription, standing)}
        </ActionButton>
      )}
      {canCancel && (
        <CancelSubscription
          endsAt={endIfCancelled(subscription, standing, now())}
          consequence={CONSEQUENCES[standing]}
          isPending={pending === 'cancel'}
          onCancel={() => onChange('cancel')}
        />
      )}
    </div>
  )
}

/**
 * The beginning of the sentence about a charge. It names the action that leads to the charge.
 * Otherwise people could expect to be charged without this action.
 */
const CONDITIONS: Partial<Record<Standing, string>> = {
  cancelled: 'If you reactivate or renew:',
  unpaid: 'If you pay:',
  expired: 'If you renew:',
}

const CONSEQUENCES: Partial<Record<Standing, string>> = {
  active: 'Nothing more is charged.',
  paused: 'Nothing more is charged.',
  unpaid: 'You lose access immediately, and nothing more is charged.',
  due: 'The new month is not paid yet, so you lose access immediately. Nothing more is charged.',
  expired: 'Nothing more is charged.',
}

function payLabel({ ends_at, confirm_url }: Subscription, standing: Standing) {
  if (standing === 'unpaid') return confirm_url ? 'Pay With Another Card' : 'Pay Now'
  return standing === 'cancelled' && ends_at
    ? `Renew Before ${formatShortDay(ends_at)}`
    : 'Renew Subscription'
}

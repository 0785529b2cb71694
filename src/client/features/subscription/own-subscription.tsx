import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '#client/action-button.tsx'
import { failureMessage } from '#client/api.ts'
import { changeSubscription, type SubscriptionChange } from '#client/data/payments.ts'
import { useReturningFocus } from '#client/ui/focus.ts'
import { OutcomePlace, useOutcome } from '#client/ui/outcome.tsx'
import type { Account } from '#contract/account.ts'
import { CardPlace, preloadCardForm } from './card-place.tsx'
import { useNow } from './dates.ts'
import { NoSubscription } from './no-subscription.tsx'
import { PRICE_PER_MONTH } from './plan.tsx'
import { standingOf } from './standing.ts'
import { StandingNotice } from './standing-notice.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { SubscriptionDetails } from './subscription-details.tsx'
import { SubscriptionHistory } from './subscription-history.tsx'
import { termsOf } from './terms.ts'

const SUCCESS: Record<SubscriptionChange, string> = {
  cancel: 'Subscription cancelled successfully',
  reactivate: 'Subscription reactivated successfully!',
}

const FAILURE: Record<SubscriptionChange, string> = {
  cancel: 'Failed to cancel subscription',
  reactivate: 'Failed to reactivate subscription',
}

interface OwnSubscriptionProps {
  account: Account
  /** When the server was last asked for it. */
  askedAt: Date
}

/** What somebody has, or could have, and what they can do about it. */
export function OwnSubscription({ account, askedAt }: OwnSubscriptionProps) {
  const { user, subscription } = account
  const now = useNow(subscription?.ends_at)
  const standing = subscription && standingOf(subscription, user, { now, askedAt })
  const [outcome, setOutcome] = useOutcome()
  const [paying, setPaying] = useState<'no' | 'now' | 'done'>('no')
  const isPaying = paying === 'now'
  // Only of who has thought better of it: what came of paying takes the focus of the others.
  const payButton = useReturningFocus(paying !== 'no')
  const { mutate, isPending, variables } = useMutation(changeSubscription)

  function change(wanted: SubscriptionChange) {
    setOutcome(null)
    mutate(wanted, {
      onSuccess: () => setOutcome({ type: 'success', sentence: SUCCESS[wanted] }),
      onError: (error) =>
        setOutcome({ type: 'error', sentence: failureMessage(error, FAILURE[wanted]) }),
    })
  }

  function pay() {
    setOutcome(null)
    setPaying('now')
  }

  return (
    <>
      <OutcomePlace outcome={outcome}>
        {subscription && standing && (
          <StandingNotice subscription={subscription} standing={standing} />
        )}
      </OutcomePlace>
      {subscription && standing ? (
        <SubscriptionDetails subscription={subscription} standing={standing}>
          {!isPaying && (
            <SubscriptionActions
              subscription={subscription}
              standing={standing}
              pending={isPending ? variables : undefined}
              onChange={change}
              payButton={payButton}
              onPay={pay}
            />
          )}
        </SubscriptionDetails>
      ) : (
        <NoSubscription>
          {!isPaying && (
            <ActionButton
              wide
              ref={payButton}
              onPointerEnter={preloadCardForm}
              onFocus={preloadCardForm}
              onClick={pay}
            >
              Subscribe Now - {PRICE_PER_MONTH}
            </ActionButton>
          )}
        </NoSubscription>
      )}
      {isPaying && (
        <CardPlace
          submit={standing === 'expired' ? 'renew' : 'create'}
          terms={termsOf(subscription, standing)}
          onDone={(sentence) => {
            setPaying('done')
            setOutcome({ type: 'success', sentence })
          }}
          onCancel={() => setPaying('no')}
        />
      )}
      {subscription && standing && (
        <SubscriptionHistory subscription={subscription} standing={standing} />
      )}
    </>
  )
}

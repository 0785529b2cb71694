import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { failureMessage, isRefused } from '#client/api/failures.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { catalogueCountsQuery } from '#client/data/listings.ts'
import { changeSubscription, type SubscriptionChange } from '#client/data/payments.ts'
import { formatHouses } from '#client/format/format.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { useReturningFocus } from '#client/ui/focus.ts'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import type { Account } from '#contract/account.ts'
import type { Subscription } from '#contract/subscription.ts'
import { useNow } from './dates.ts'
import { LazyCardForm, preloadCardForm } from './lazy-card-form.tsx'
import styles from './manage-subscription.module.css'
import { Plan } from './plan.tsx'
import { isOwed, subscriptionStanding } from './standing.ts'
import { StandingNotice } from './standing-notice.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { SubscriptionDetails } from './subscription-details.tsx'
import { SubscriptionHistory } from './subscription-history.tsx'
import { describeNextCharge } from './terms.ts'
import { usePlan } from './use-plan.ts'

const SUCCESS: Record<SubscriptionChange, string> = {
  cancel: 'Subscription cancelled successfully',
  reactivate: 'Subscription reactivated successfully!',
}

const FAILURE: Record<SubscriptionChange, string> = {
  cancel: 'Failed to cancel subscription',
  reactivate: 'Failed to reactivate subscription',
}

const IS_DONE: Record<SubscriptionChange, (subscription: Subscription) => boolean> = {
  cancel: (subscription) => subscription.status !== 'active' && !isOwed(subscription),
  reactivate: ({ status }) => status === 'active',
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opens the card form on the page of the subscription. */
    isPaying?: boolean
  }
}

interface OwnSubscriptionProps extends Pick<Account, 'subscription'> {
  /** When the server last sent the subscription. */
  fetchedAt: Date
}

/** The person's subscription, and the actions for it. */
export function OwnSubscription({ subscription, fetchedAt }: OwnSubscriptionProps) {
  const now = useNow(subscription?.ends_at)
  const standing = subscription && subscriptionStanding(subscription, { now, fetchedAt })
  const { charge, pricePerMonth } = usePlan()
  const [outcome, setOutcome] = useOutcome()
  const opensForm = useLocation({ select: ({ state }) => state.isPaying === true })
  const [paying, setPaying] = useState<'no' | 'now' | 'done'>(
    opensForm && (!subscription || standing === 'expired') ? 'now' : 'no',
  )
  const isPaying = paying === 'now'
  // A welcome is for a new subscriber, not for a person who renews.
  const [isNew, setNew] = useState(!subscription)
  const isWelcome = paying === 'done' && isNew && standing === 'active'
  // Returns the focus to the pay button when the person cancels the card form. After a payment, the
  // message about its outcome takes the focus instead.
  const payButton = useReturningFocus(paying !== 'no')
  const { mutate, isPending, variables, error, reset } = useMutation(changeSubscription)
  const lost = error && !isRefused(error) ? variables : undefined
  const done = lost && subscription && IS_DONE[lost](subscription) ? lost : undefined

  // If the response was lost but the account shows that the change succeeded, report the success.
  useEffect(() => {
    if (!done) return
    setOutcome({ type: 'success', sentence: SUCCESS[done] })
    reset()
  }, [done, setOutcome, reset])

  function change(wanted: SubscriptionChange) {
    setOutcome(null)
    setNew(false)
    mutate(wanted, {
      onSuccess: () => setOutcome({ type: 'success', sentence: SUCCESS[wanted] }),
      onError: (error) =>
        setOutcome({ type: 'error', sentence: failureMessage(error, FAILURE[wanted]) }),
    })
  }

  function pay() {
    setOutcome(null)
    reset()
    setPaying('now')
  }

  const shown = done ? null : outcome
  // A success message replaces the notice, except the notice that access will end.
  const hasNotice = !isWelcome && (standing === 'cancelled' || shown?.type !== 'success')
  return (
    <>
      <OutcomeMessage outcome={shown}>
        {subscription && standing && hasNotice && (
          <StandingNotice subscription={subscription} standing={standing} />
        )}
      </OutcomeMessage>
      {isWelcome && <Welcome />}
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
          {/* After a payment, the account may arrive late. Do not offer a second payment meanwhile. */}
          {paying === 'no' && (
            <ActionButton
              width="full"
              ref={payButton}
              onPointerEnter={preloadCardForm}
              onFocus={preloadCardForm}
              onClick={pay}
            >
              {`Subscribe Now - ${pricePerMonth}`}
            </ActionButton>
          )}
        </NoSubscription>
      )}
      {isPaying && (
        <LazyCardForm
          submit={standing === 'expired' ? 'renew' : 'create'}
          terms={describeNextCharge(subscription, standing, charge)}
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

/** Shown to people who never subscribed. `children` is the button to subscribe. */
function NoSubscription({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.none}>
        <h2>No Subscription Found</h2>
        <p className="soft">A subscription opens every listing, for as long as you keep it.</p>
      </div>
      <Plan>{children}</Plan>
    </>
  )
}

/** What a new subscriber can open, and the way there. */
function Welcome() {
  const { data: counts } = useQuery(catalogueCountsQuery)
  return (
    <Card title={counts ? `Welcome: ${formatHouses(counts.houses)}` : 'Welcome'}>
      <ButtonLink to="/listings">View Listings</ButtonLink>
    </Card>
  )
}

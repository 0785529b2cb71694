import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '#client/browser/clock.ts'
import { useAccount } from '#client/components/use-account.ts'
import { favoritesCountQuery } from '#client/favorites/favorites-query.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Card } from '#client/ui/card.tsx'
import { CheckIcon, HeartIcon } from '#client/ui/icons.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { Account } from '#contract/account.ts'
import type { Subscription } from '#contract/subscription.ts'
import { CardForm } from './card-form.tsx'
import { Day } from './day.tsx'
import { Plan } from './plan.tsx'
import styles from './renew-subscription.module.css'
import { StaleSubscriptionNotice } from './stale-subscription-notice.tsx'
import { isComplimentary, isOwed, shownEnd } from './standing.ts'
import { describeNextCharge } from './terms.ts'
import { usePlan } from './use-plan.ts'

/** Explains why access ended and which data is kept, and takes the payment. */
export function RenewSubscription() {
  const { account, fetchedAt, hasFailed, refetch } = useAccount()
  const { charge } = usePlan()
  const [paid, setPaid] = useState<string>()
  if (!account) return <Loading />
  return (
    <>
      <StaleSubscriptionNotice fetchedAt={fetchedAt} hasFailed={hasFailed} onRetry={refetch} />
      <Alert type="warning">
        <p>Your subscription has expired. Please renew to continue accessing premium features.</p>
        {account.subscription && <WhyItEnded subscription={account.subscription} />}
      </Alert>
      <div className={styles.columns}>
        <KeptFavorites user={account.user} />
        <div className={styles.form}>
          {/*
           * After the payment, the route guard redirects. Until the redirect, show the success
           * message.
           */}
          {paid ? (
            <Alert type="success">{paid}</Alert>
          ) : (
            <CardForm
              submit="renew"
              terms={describeNextCharge(account.subscription, 'expired', charge)}
              onDone={setPaid}
            />
          )}
        </div>
        <Plan />
      </div>
    </>
  )
}

function WhyItEnded({ subscription }: { subscription: Subscription }) {
  const endedAt = shownEnd(subscription, 'expired', now())
  return (
    <p>
      <span>{`${describeLapse(subscription)} ${endedAt ? 'ended on' : 'has ended'}`}</span>
      {endedAt && (
        <>
          {' '}
          <Day of={endedAt} />
        </>
      )}
      <span>.</span>
    </p>
  )
}

function describeLapse(subscription: Subscription) {
  if (isComplimentary(subscription)) return 'The access that you were given'
  if (isOwed(subscription)) return 'Your last payment did not go through, and your access'
  return subscription.status === 'cancelled' ? 'You cancelled, and your access' : 'Your access'
}

/** Says which data is kept, so that people do not fear that their data is lost. */
function KeptFavorites({ user }: Pick<Account, 'user'>) {
  const { data } = useQuery(favoritesCountQuery)
  return (
    <Card title="Kept for you">
      <ul className={styles.kept}>
        {data?.count !== 0 && (
          <li>
            <HeartIcon />
            <span>{describeFavorites(data?.count)}</span>
          </li>
        )}
        <li>
          <CheckIcon />
          <span>{`Your account, ${user.email}`}</span>
        </li>
      </ul>
    </Card>
  )
}

function describeFavorites(count: number | undefined) {
  if (count === undefined) return 'Your favorites'
  return count === 1 ? '1 favorite' : `${count} favorites`
}

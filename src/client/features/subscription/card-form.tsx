import { Button } from '@chakra-ui/react/button'
import { Elements } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import { ApiError, latestFailure } from '#client/api/failures.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Card } from '#client/ui/card.tsx'
import { Alert } from '#client/ui/chakra/alert.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { CardEntry, type CardEntryProps } from './card-entry.tsx'
import styles from './card-form.module.css'
import { stripeQuery } from './load-stripe.ts'
import { TestCards } from './test-cards.tsx'

/** The card form. Stripe loads only when this form is rendered. */
export function CardForm(props: CardEntryProps) {
  const { data } = useQuery(stripeQuery)
  return (
    <Card title="Complete Your Subscription">
      {data?.sandbox && (
        <div className={styles.sandbox}>
          <Alert type="info">Sandbox: no card is charged</Alert>
        </div>
      )}
      {data ? (
        <Elements stripe={data.stripe}>
          <CardEntry {...props} />
        </Elements>
      ) : (
        <NotReady onCancel={props.onCancel} />
      )}
      {data?.sandbox && <TestCards cards={data.sandbox.cards} />}
    </Card>
  )
}

/** Replaces the card form while Stripe loads, and when Stripe could not be loaded. */
function NotReady({ onCancel }: Pick<CardEntryProps, 'onCancel'>) {
  const query = useQuery(stripeQuery)
  const isOnline = useIsOnline()
  const failure = latestFailure(query)
  if (query.isFetching) return <Loading />
  return (
    <div className={styles.form}>
      {!isOnline && !(failure instanceof ApiError) ? (
        <Alert type="info">
          Paying needs a connection. The form opens here when you're back online.
        </Alert>
      ) : (
        <Alert type="error">Failed to load payment options. Please refresh and try again.</Alert>
      )}
      <ButtonRow>
        <Button onClick={() => void query.refetch()}>Try Again</Button>
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}

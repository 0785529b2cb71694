import { Button } from '@chakra-ui/react/button'
import { Elements } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, latestFailure } from '#client/api/failures.ts'
import { paymentConfigQuery } from '#client/data/payments.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/alert.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Card } from '#client/ui/card.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { CardEntry, type CardEntryProps } from './card-entry.tsx'
import styles from './card-form.module.css'
import { TestCards } from './test-cards.tsx'

/**
 * Stripe's library, and whether our payment sandbox replaces it. Only the card form runs this
 * query, so other pages do not load Stripe.
 */
const stripeQuery = queryOptions({
  queryKey: ['stripe'],
  queryFn: async ({ client }) => {
    const { stripe, sandbox } = await client.fetchQuery({
      ...paymentConfigQuery,
      // Only the outer query retries. Retries of both would multiply.
      retry: false,
    })
    // Load our payment sandbox first, if it is on. The sandbox sets `window.Stripe`, and Stripe's
    // loader then uses this object instead of downloading Stripe.
    if (sandbox) await import('#client/stripe-sandbox/sandbox-stripe.ts')
    return { stripe: await loadStripe(stripe.publishable_key, { locale: 'en' }), sandbox }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Turn off structural sharing, because it works only for JSON values. It could replace the Stripe
  // object with a copy whose methods fail.
  structuralSharing: false,
})

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

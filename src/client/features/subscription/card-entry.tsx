import { Button } from '@chakra-ui/react/button'
import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { now } from '#client/browser/clock.ts'
import { useAccount } from '#client/components/use-account.ts'
import { ACTIVATED, OutcomeUnknown, payByCard } from '#client/data/card-payment.ts'
import { catalogueCountsQuery } from '#client/data/listings.ts'
import { Alert } from '#client/ui/alert.tsx'
import { FieldFrame, useFieldIds } from '#client/ui/field.tsx'
import styles from './card-form.module.css'
import { useCardStyle } from './card-style.ts'
import { describeCatalogue, describePhotos } from './catalogue.ts'
import { subscriptionStanding } from './standing.ts'
import { usePlan } from './use-plan.ts'

export interface CardEntryProps {
  /**
   * Which request the form sends: `renew` if the subscription has lapsed or expired, otherwise
   * `create`.
   */
  submit: 'create' | 'renew'
  /**
   * A sentence with the amount and date of the charge. Undefined if the usual terms apply: the
   * plan's price is charged now, and then every month.
   */
  terms?: string
  /** Called with the success message, after the account has been refetched. */
  onDone: (message: string) => void
  /** Closes the form. Absent on a page that consists of the form only. */
  onCancel?: () => void
}

const PAYING = { mutationKey: payByCard.mutationKey }

/**
 * Stripe's field sends the card directly to Stripe. This form only receives whether the card is
 * complete.
 */
export function CardEntry({ submit, terms, onDone, onCancel }: CardEntryProps) {
  const stripe = useStripe()
  const elements = useElements()
  const queryClient = useQueryClient()
  const style = useCardStyle()
  const { charge, pricePerMonth } = usePlan()
  const button = useRef<HTMLButtonElement>(null)
  const ids = useFieldIds()
  const [entry, setEntry] = useState<{ isComplete: boolean; error?: string }>({ isComplete: false })
  const isPaying = useIsMutating(PAYING) > 0
  const { mutate, error, reset } = useMutation({
    ...payByCard,
    onSuccess: ({ message }) => onDone(message),
  })
  const isActive = useIsActive()
  const isUnknown = error instanceof OutcomeUnknown
  const hasGoneThrough = isUnknown && isActive

  // If the response was lost but the account shows that the payment succeeded, report the success.
  const tellSuccess = useEffectEvent(() => onDone(ACTIVATED))
  useEffect(() => {
    if (hasGoneThrough) tellSuccess()
  }, [hasGoneThrough])

  // During the payment, the form was disabled, so the focused control lost the focus. After an
  // error, move the focus to the pay button.
  useEffect(() => {
    if (error && document.activeElement === document.body) button.current?.focus()
  }, [error])

  function pay(event: FormEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    // Ignore a second click that arrives before the button is rendered as disabled.
    if (!stripe || !card || queryClient.isMutating(PAYING) > 0) return
    const paymentMethod = isUnknown ? error.paymentMethod : undefined
    mutate({ stripe, card, submit, paymentMethod })
  }

  return (
    <form className={styles.form} noValidate onSubmit={pay}>
      <FieldFrame
        ids={ids}
        label="Card information"
        error={entry.error && <span role="alert">{entry.error}</span>}
      >
        <CardElement
          id={ids.control}
          options={{
            style,
            classes: { base: styles.card, focus: styles.focused, invalid: styles.invalid },
            hidePostalCode: true,
            disableLink: true,
            disabled: isPaying,
          }}
          onReady={(card) => onCancel && card.focus()}
          onChange={({ complete, error }) => {
            setEntry({ isComplete: complete, error: error?.message })
            // The person is changing the card details, so remove the error of the last payment.
            reset()
          }}
        />
      </FieldFrame>
      {error && !isPaying && !hasGoneThrough && (
        <Alert type="error">{error.message || 'Subscription creation failed'}</Alert>
      )}
      <p className={styles.terms}>
        {terms ?? `${charge} is charged today, then ${charge} every month until you cancel.`}
      </p>
      <CatalogueToday />
      <div className={styles.actions}>
        <Button ref={button} type="submit" disabled={!entry.isComplete || isPaying}>
          {isPaying ? 'Processing...' : `Subscribe ${pricePerMonth}`}
        </Button>
        {onCancel && (
          <Button variant="outline" disabled={isPaying} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <p className="caption">
        Your payment is secured by Stripe. It starts a recurring monthly subscription, which renews
        automatically until you cancel it. Your card details are not stored on our servers.
      </p>
    </form>
  )
}

/** Says what the person pays for, as the catalogue holds it today. */
function CatalogueToday() {
  const { data: counts } = useQuery(catalogueCountsQuery)
  if (!counts) return null
  return <p>{`${describeCatalogue(counts)}. ${describePhotos(counts)}.`}</p>
}

/** Whether the subscription is active, as the server last reported it. */
function useIsActive() {
  const { account, fetchedAt } = useAccount()
  const subscription = account?.subscription
  return (
    !!subscription && subscriptionStanding(subscription, { now: now(), fetchedAt }) === 'active'
  )
}

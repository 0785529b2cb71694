import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { ApiError, isRefused } from '#client/api/failures.ts'
import {
  confirmSubscription,
  createSubscription,
  type PaymentResult,
  renewSubscription,
} from '#contract/payments.ts'
import { PREMIUM_PLAN } from '#contract/plan.ts'
import { refetchAccountAfter } from './payments.ts'

export interface CardPayment {
  stripe: Stripe
  card: StripeCardElement
  submit: 'create' | 'renew'
  /**
   * The payment method of the earlier attempt. Pass it to retry an attempt whose outcome is
   * unknown.
   */
  paymentMethod?: string
}

/**
 * The bank or the payment provider refused the card. `message` gives the reason to the customer.
 */
class CardRefused extends Error {}

/**
 * The outcome of the payment is unknown. Retrying with the same `paymentMethod` cannot charge
 * twice.
 */
export class OutcomeUnknown extends Error {
  constructor(
    readonly paymentMethod: string,
    cause: unknown,
  ) {
    const isOurs = cause instanceof ApiError && cause.isOurs && cause.status === 503
    super(isOurs ? cause.message : NO_ANSWER, { cause })
  }
}

const NO_ANSWER =
  'We got no answer to your payment, so we do not know yet whether it went through. It is safe to press the button again: you will not be charged twice.'

const NO_PAYMENT_METHOD = 'Payment method creation failed'

/**
 * Types of Stripe errors that a bug in our own code causes. Do not show the messages of these
 * errors, because they are written for developers.
 */
const DEVELOPER_ERRORS: StripeError['type'][] = [
  'api_error',
  'authentication_error',
  'idempotency_error',
  'invalid_request_error',
]

/** The server's message for a payment that succeeded. */
export const ACTIVATED = 'Subscription activated successfully!'

/**
 * Subscribes with a card. If the payment fails, rejects with an error whose message can be shown to
 * the person.
 */
export const payByCard = mutationOptions({
  mutationKey: ['pay-by-card'],
  mutationFn: async (payment: CardPayment, { client }) => {
    const paymentMethod = payment.paymentMethod ?? (await createPaymentMethod(payment))
    return refetchAccountAfter(client, subscribe(payment, paymentMethod))
  },
})

async function createPaymentMethod({ stripe, card }: CardPayment) {
  const { paymentMethod, error } = await stripe
    .createPaymentMethod({ type: 'card', card })
    .catch((cause) => {
      throw new CardRefused(NO_PAYMENT_METHOD, { cause })
    })
  if (!paymentMethod) throw new CardRefused(customerMessage(error) ?? NO_PAYMENT_METHOD)
  return paymentMethod.id
}

/** The payment provider's message, if it is written for customers. */
function customerMessage(error: StripeError | undefined) {
  return error && !DEVELOPER_ERRORS.includes(error.type) ? error.message : undefined
}

async function subscribe(payment: CardPayment, paymentMethod: string) {
  try {
    const result = await call(payment.submit === 'renew' ? renewSubscription : createSubscription, {
      plan: PREMIUM_PLAN.name,
      payment_provider: 'stripe',
      payment_token: paymentMethod,
    })
    return result.requires_action ? await confirmWithBank(payment, result) : accepted(result)
  } catch (error) {
    throw statesOutcome(error) ? error : new OutcomeUnknown(paymentMethod, error)
  }
}

/**
 * Runs the bank's confirmation step (3-D Secure). Then asks the server whether the payment has
 * succeeded.
 */
async function confirmWithBank(
  { stripe }: CardPayment,
  { action_type, client_secret = '' }: PaymentResult,
) {
  const { error } =
    action_type === 'setup'
      ? await stripe.confirmCardSetup(client_secret)
      : await stripe.confirmCardPayment(client_secret)
  try {
    // Call the server even if the bank has refused the card, because the server must close the
    // payment attempt.
    return accepted(await call(confirmSubscription, {}))
  } catch (failure) {
    // Show the bank's message, because it is more precise than the server's.
    const message = customerMessage(error)
    throw message && statesOutcome(failure) ? new CardRefused(message) : failure
  }
}

function accepted(result: PaymentResult) {
  if (!result.success) throw new CardRefused(result.message)
  return result
}

/**
 * Whether the payment's outcome is known. After a network or server error, the outcome is unknown.
 */
function statesOutcome(error: unknown) {
  return error instanceof CardRefused || isRefused(error)
}

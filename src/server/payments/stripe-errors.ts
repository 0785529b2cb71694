import Stripe from 'stripe'
import { Refusal } from '../refusal.ts'

const { errors } = Stripe

/** Whether Stripe could not be reached, or could not do its work: trying again later may help. */
export function isUnavailable(error: unknown) {
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    isUnderWay(error)
  )
}

/** Whether the same step was begun before, and Stripe is still at it. */
function isUnderWay(error: unknown) {
  return error instanceof errors.StripeIdempotencyError && error.statusCode === 409
}

/** Whether work that nobody waits for is merely to be tried again, and no bug. */
export function isForLater(error: unknown) {
  return isUnavailable(error) || error instanceof Refusal
}

/** Whether Stripe says that what was asked for does not exist. */
export function isMissing(error: unknown) {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Whether Stripe understood the request, and does not do it. */
export function isRefused(error: unknown) {
  return (
    error instanceof errors.StripeInvalidRequestError ||
    (error instanceof errors.StripeIdempotencyError && !isUnderWay(error))
  )
}

export function isDeclined(error: unknown): error is Stripe.errors.StripeCardError {
  return error instanceof errors.StripeCardError
}

/** What a person is told when a payment meets `error`; an error that is none of Stripe's stays one. */
export function explainPayment(error: unknown) {
  if (isDeclined(error)) return new Refusal(402, error.message)
  if (isUnavailable(error)) {
    return new Refusal(
      503,
      'The payment provider is not answering. You have not been charged twice; please try again.',
    )
  }
  if (error instanceof errors.StripeError && isRefused(error)) {
    // What is sold is wrong, such as a withdrawn price: the operator has to hear of it, and no card helps.
    if (error.param?.startsWith('items')) return error
    const isAboutCard = isMissing(error) || error.param === 'payment_method'
    return new Refusal(
      400,
      isAboutCard
        ? 'This card could not be used. Please enter it again.'
        : 'Payment request was rejected',
    )
  }
  return error
}

/** The same where nobody pays. */
export function explainUnavailable(error: unknown) {
  if (!isUnavailable(error)) return error
  return new Refusal(503, 'The payment provider is not answering. Please try again in a moment.')
}

/** Does `task`, and throws what `explain` makes of its errors. */
export async function explaining<T>(explain: (error: unknown) => unknown, task: () => Promise<T>) {
  try {
    return await task()
  } catch (error) {
    throw explain(error)
  }
}

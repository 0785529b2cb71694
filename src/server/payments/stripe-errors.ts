import Stripe from 'stripe'
import { Refusal } from '#server/errors/refusal.ts'

const { errors } = Stripe

/** Whether Stripe was unreachable or overloaded. A later retry may help. */
export function isUnavailable(error: unknown) {
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    isUnderWay(error)
  )
}

/** Whether Stripe is still processing the first request with this key. */
function isUnderWay(error: unknown) {
  return error instanceof errors.StripeIdempotencyError && error.statusCode === 409
}

/** Whether background work should simply retry after this error: it is not a bug. */
export function isForLater(error: unknown) {
  return isUnavailable(error) || error instanceof Refusal
}

/** Whether Stripe reports that the requested object does not exist. */
export function isMissing(error: unknown) {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Whether Stripe rejected the request. */
export function isRefused(error: unknown) {
  return (
    error instanceof errors.StripeInvalidRequestError ||
    (error instanceof errors.StripeIdempotencyError && !isUnderWay(error))
  )
}

export function isDeclined(error: unknown): error is Stripe.errors.StripeCardError {
  return error instanceof errors.StripeCardError
}

/** The refusal that the payer sees for a Stripe error. Other errors are returned unchanged. */
export function explainPayment(error: unknown) {
  if (isDeclined(error)) return new Refusal(402, error.message)
  if (isUnavailable(error)) {
    return new Refusal(
      503,
      'The payment provider is not answering. You have not been charged twice; please try again.',
    )
  }
  if (error instanceof errors.StripeError && isRefused(error)) {
    // The configuration is wrong, for example a withdrawn price. The operator must know, and no
    // other card helps.
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

/** The refusal when Stripe is unavailable. Other errors are returned unchanged. */
export function explainUnavailable(error: unknown) {
  if (!isUnavailable(error)) return error
  return new Refusal(503, 'The payment provider is not answering. Please try again in a moment.')
}

/** Runs `task` and maps its errors with `explain`. */
export async function explaining<T>(explain: (error: unknown) => unknown, task: () => Promise<T>) {
  try {
    return await task()
  } catch (error) {
    throw explain(error)
  }
}

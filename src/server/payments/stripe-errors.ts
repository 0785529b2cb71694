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

/** Whether Stripe is still processing the first request with the same idempotency key. */
function isUnderWay(error: unknown) {
  return error instanceof errors.StripeIdempotencyError && error.statusCode === 409
}

/**
 * Whether background work should only retry after this error. All other errors are reported as
 * bugs.
 */
export function isRetryable(error: unknown) {
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

/** Whether the account or the key may not make the request. */
export function isForbidden(error: unknown) {
  return error instanceof errors.StripePermissionError
}

export function isDeclined(error: unknown): error is Stripe.errors.StripeCardError {
  return error instanceof errors.StripeCardError
}

/** Turns a Stripe error into the refusal that the payer sees. Returns other errors unchanged. */
export function explainPayment(error: unknown) {
  if (isDeclined(error)) return new Refusal(402, error.message)
  if (isUnavailable(error)) {
    return new Refusal(
      503,
      'The payment provider is not answering. Please try again: you will not be charged twice.',
    )
  }
  if (error instanceof errors.StripeError && isRefused(error)) {
    // The configuration is wrong, for example because it names a withdrawn price. Report the error
    // to the operator, because another card would not help.
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

/** Turns the error of an unavailable Stripe into a refusal. Returns other errors unchanged. */
export function explainUnavailable(error: unknown) {
  if (!isUnavailable(error)) return error
  return new Refusal(503, 'The payment provider is not answering. Please try again in a moment.')
}

/** Runs `task`. Replaces an error of `task` by the error that `explain` returns. */
export async function explaining<T>(explain: (error: unknown) => unknown, task: () => Promise<T>) {
  try {
    return await task()
  } catch (error) {
    throw explain(error)
  }
}

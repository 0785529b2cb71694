import type { ErrorCode, PaymentIntent, PaymentMethod } from './stripe-objects.ts'

/** The `error` of a response, in Stripe's format. */
export interface StripeError {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  payment_intent?: PaymentIntent
  payment_method?: PaymentMethod
}

/**
 * An error response of Stripe. The changes that the request made before the error are saved. For
 * example, a payment with a declined card stays recorded. Any other kind of error undoes the
 * changes of the request.
 */
export class StripeRefusal extends Error {
  constructor(
    readonly status: 400 | 401 | 402 | 404 | 409 | 429,
    readonly error: StripeError,
  ) {
    super(error.message)
  }
}

export function invalid(
  message: string,
  { code, param }: { code?: string; param?: string } = {},
  status: StripeRefusal['status'] = 400,
) {
  return new StripeRefusal(status, {
    type: 'invalid_request_error',
    message,
    ...(param && { param }),
    ...(code && { code, doc_url: documentationOf(code) }),
  })
}

export function missing(noun: string, id: string, param = 'id') {
  return invalid(`No such ${noun}: '${id}'`, { code: 'resource_missing', param }, 404)
}

export function unauthorized(message: string) {
  return invalid(message, {}, 401)
}

/** Why a bank or the card network declines a payment. */
export interface Decline {
  code: ErrorCode
  decline_code?: string
  message: string
}

export function refusedCard(
  { code, decline_code, message }: Decline,
  about: Pick<StripeError, 'param' | 'payment_intent' | 'payment_method'> = {},
) {
  return new StripeRefusal(402, {
    type: 'card_error',
    code,
    ...(decline_code && { decline_code }),
    doc_url: documentationOf(code),
    message,
    ...about,
  })
}

/** The refusal of a payment, with the payment's current state. */
export function declined(intent: PaymentIntent, decline: Decline) {
  return refusedCard(decline, { payment_intent: structuredClone(intent) })
}

function documentationOf(code: string) {
  return `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`
}

import { DrizzleQueryError } from 'drizzle-orm'
import Stripe from 'stripe'
import { isConnectionError, isDiskFull } from './connection-errors.ts'

export function printBug(error: unknown, requestId: string) {
  console.error(`${new Date().toISOString()} ${requestId}`, withoutValues(error))
}

/**
 * Formats an error without its query parameters, because these may contain addresses, digests of
 * secrets or whole files.
 */
export function withoutValues(error: unknown) {
  if (error instanceof Stripe.errors.StripeError) return aboutStripe(error)
  // Omit the stack of a lost database connection. During an outage every request fails with this
  // error, and its cause lies outside this code.
  if (isConnectionError(error)) return `The database cannot be reached: ${causeOf(error)}`
  if (isDiskFull(error)) return `The disk is full: ${causeOf(error)}`
  if (!(error instanceof DrizzleQueryError)) return error
  return `A query failed: ${error.query}\n${error.cause?.stack ?? error.cause}`
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return causeOf(error.cause)
  // If no address of a host answers, Node's error has no message. In this case, return its code.
  return error.message || String(Object(error).code)
}

/**
 * Formats a Stripe error without its message, because the message may repeat values of the request
 * and the client secrets of payments.
 */
function aboutStripe({ type, code, statusCode, requestId, stack = '' }: Stripe.errors.StripeError) {
  const calls = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const about = [type, code, statusCode, requestId].filter(Boolean).join(' ')
  return [`Stripe answered with an error: ${about}`, ...calls].join('\n')
}

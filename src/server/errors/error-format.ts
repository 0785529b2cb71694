import { DrizzleQueryError } from 'drizzle-orm'
import Stripe from 'stripe'
import { isConnectionError, isDiskFull } from './connection-errors.ts'

/** Prints a bug with the id of the request that met it, for whoever reads the console. */
export function printBug(error: unknown, requestId: string) {
  console.error(`${new Date().toISOString()} ${requestId}`, withoutValues(error))
}

/** An error as it may be printed: the parameters of a query are addresses, digests of secrets, whole files. */
export function withoutValues(error: unknown) {
  if (error instanceof Stripe.errors.StripeError) return aboutStripe(error)
  // Each request meets these as long as they last, and none of them is a bug of ours.
  if (isConnectionError(error)) return `The database cannot be reached: ${causeOf(error)}`
  if (isDiskFull(error)) return `The disk is full: ${causeOf(error)}`
  if (!(error instanceof DrizzleQueryError)) return error
  return `A query failed: ${error.query}\n${error.cause?.stack ?? error.cause}`
}

/** What an error came from at first, in a line. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return causeOf(error.cause)
  // Where a name has several addresses, there is a code only.
  return error.message || String(Object(error).code)
}

/** Stripe repeats what it was sent, and adds secrets with which payments are confirmed. */
function aboutStripe({ type, code, statusCode, requestId, stack = '' }: Stripe.errors.StripeError) {
  const calls = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const about = [type, code, statusCode, requestId].filter(Boolean).join(' ')
  return [`Stripe answered with an error: ${about}`, ...calls].join('\n')
}

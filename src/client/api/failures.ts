import { connection } from '#client/sync/connection.ts'

/** The server answered, and refused. `message` is the sentence to show. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Whether it speaks as our server does, and not as a proxy or a portal on the way. */
    readonly isOurs = true,
  ) {
    super(message)
  }
}

/** No answer in time, or one that did not come from our server, such as a captive portal's. */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super(
      connection.trouble() === 'portal'
        ? 'Sign in to the Wi-Fi, then try again.'
        : 'The server could not be reached. Check your connection and try again.',
      options,
    )
  }
}

/** Nobody answered, and what this device keeps has a form that this version of the app cannot read. */
export class UnreadableCopy extends NetworkError {}

/** Whether a call failed for want of an answer from our server. */
export function isUnanswered(error: unknown) {
  return error instanceof NetworkError || (error instanceof ApiError && !error.isOurs)
}

/** Why a query has no newer answer. It is told at once: trying again goes on behind it. */
export function failureOf(query: { error: Error | null; failureReason: Error | null }) {
  return query.error ?? query.failureReason
}

/** Whether our server has nothing under the id that it was asked for, or calls that no id. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isOurs && [404, 422].includes(error.status)
}

/** The sentence to show for a call that failed; `fallback` for what is neither a refusal nor the network. */
export function failureMessage(error: unknown, fallback: string) {
  const isForPeople = error instanceof ApiError || error instanceof NetworkError
  return (isForPeople && error.message) || fallback
}

import { connection } from '#client/sync/connection.ts'

/** The server's refusal of a request. `message` is the sentence to show. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Whether our server sent the response, and not a proxy or captive portal. */
    readonly isOurs = true,
  ) {
    super(message)
  }
}

/**
 * No response arrived in time, or the response came from another server, such as a captive portal.
 */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super(
      connection.problem() === 'portal'
        ? 'Sign in to the Wi-Fi, then try again.'
        : 'The server could not be reached. Check your connection and try again.',
      options,
    )
  }
}

/**
 * The server cannot be reached, and this version of the app cannot read the persisted data of the
 * query.
 */
export class UnreadableCache extends NetworkError {}

/** Whether a call failed without a response from our server. */
export function isUnanswered(error: unknown) {
  return error instanceof NetworkError || (error instanceof ApiError && !error.isOurs)
}

/**
 * The reason why a query has no newer data. While the query retries, only `failureReason` is set.
 * After the last retry, `error` is set too.
 */
export function failureOf(query: { error: Error | null; failureReason: Error | null }) {
  return query.error ?? query.failureReason
}

/** Whether our server has no record with this id, or rejects the id as invalid. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isOurs && [404, 422].includes(error.status)
}

/** The sentence to show for a failed call. `fallback` is for unexpected errors. */
export function failureMessage(error: unknown, fallback: string) {
  const isForPeople = error instanceof ApiError || error instanceof NetworkError
  return (isForPeople && error.message) || fallback
}

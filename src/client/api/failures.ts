import { connection } from '#client/sync/connection.ts'

/** A response that is not the expected data. `message` is the sentence to show. */
export class ApiError extends Error {
  /** Whether the response has the form of our server's errors. Otherwise, a proxy may have sent it. */
  readonly isOurs: boolean
  /** Whether our server failed the health check after a response that is not ours. */
  readonly isLost: boolean

  constructor(
    readonly status: number,
    message: string,
    { isOurs = true, isLost = false } = {},
  ) {
    super(message)
    this.isOurs = isOurs
    this.isLost = isLost
  }
}

/** No response arrived in time, or a captive portal answered. */
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

/** Whether a call failed because our server cannot be reached, and not because of this request. */
export function isUnanswered(error: unknown) {
  return error instanceof NetworkError || (error instanceof ApiError && error.isLost)
}

/** Whether our server has refused a request. After any other failure, the outcome is unknown. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isOurs && error.status < 500
}

/**
 * The reason why a query has no newer data. While the query retries, only `failureReason` is set.
 * After the last retry, `error` is set too.
 */
export function latestFailure(query: { error: Error | null; failureReason: Error | null }) {
  return query.error ?? query.failureReason
}

/** Whether our server has no record with this id, or rejects the id as invalid. */
export function isNotFound(error: unknown): error is ApiError {
  return isRefused(error) && [404, 422].includes(error.status)
}

/** The sentence to show for a failed call. `fallback` is for unexpected errors. */
export function failureMessage(error: unknown, fallback: string) {
  const isForPeople = error instanceof ApiError || error instanceof NetworkError
  return (isForPeople && error.message) || fallback
}

import { connection } from '#client/sync/connection.ts'
import type { RefusalBody, RefusalCode } from '#contract/refusal.ts'

interface ApiErrorDetails extends Pick<RefusalBody, 'code' | 'field'> {
  isOurs?: boolean
  isLost?: boolean
}

/** A response that is not the expected data. `message` is the sentence to show. */
export class ApiError extends Error {
  /** Whether the response has the form of our server's errors. Otherwise, a proxy may have sent it. */
  readonly isOurs: boolean
  /** Whether our server failed the health check after a response that is not ours. */
  readonly isLost: boolean
  /** The machine-readable reason of our server, if it has one. */
  readonly code: RefusalBody['code']
  /** The input field that the server has refused. */
  readonly field: RefusalBody['field']

  constructor(
    readonly status: number,
    message: string,
    { isOurs = true, isLost = false, code, field }: ApiErrorDetails = {},
  ) {
    super(message)
    this.isOurs = isOurs
    this.isLost = isLost
    this.code = code
    this.field = field
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

/** Whether our server has refused a request for the reason `code`. */
export function isRefusedAs(error: unknown, code: RefusalCode) {
  return error instanceof ApiError && error.code === code
}

/** The field of a form that our server has refused. Undefined if the refusal names none of `names`. */
export function refusedField<Name extends string>(error: unknown, names: readonly Name[]) {
  return error instanceof ApiError ? names.find((name) => name === error.field) : undefined
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

type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503

/**
 * An expected failure, caused by the request. The person who made the request sees `detail` as the
 * error message.
 */
export class Refusal extends Error {
  constructor(
    readonly status: RefusalStatus,
    readonly detail: string,
    /** Seconds to wait before a retry. */
    readonly retryAfter?: number,
  ) {
    super(detail)
  }
}

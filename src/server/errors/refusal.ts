import type { RefusalBody } from '#contract/refusal.ts'

type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503

interface Details extends Pick<RefusalBody, 'code' | 'field'> {
  /** Seconds to wait before a retry. */
  retryAfter?: number
}

/**
 * An expected failure, caused by the request. The person who made the request sees `detail` as the
 * error message. Clients decide by `code` and `field`.
 */
export class Refusal extends Error {
  readonly code: RefusalBody['code']
  readonly field: RefusalBody['field']
  readonly retryAfter: number | undefined

  constructor(
    readonly status: RefusalStatus,
    readonly detail: string,
    { code, field, retryAfter }: Details = {},
  ) {
    super(detail)
    this.code = code
    this.field = field
    this.retryAfter = retryAfter
  }
}

import { createHash } from 'node:crypto'
import { secondsInDay } from 'date-fns/constants'
import { StripeRefusal } from '../refusals.ts'
import type { Ledger, StoredResponse } from '../state/ledger.ts'
import type { Time } from '../time.ts'

/** How long the sandbox stores the response to a request with an idempotency key. */
const RETENTION_SECONDS = secondsInDay

export type ApiResponse = Pick<StoredResponse, 'status' | 'body'>

export type Idempotency = ReturnType<typeof openIdempotency>

/** Runs a request once, even if it is repeated with the same idempotency key. */
export function openIdempotency({ answers }: Ledger, time: Time) {
  return {
    /** The stored response of a key. Throws if the parameters differ. */
    find(key: string, digest: string): ApiResponse | undefined {
      const stored = answers.find(key)
      if (!stored || time.seconds() - stored.at >= RETENTION_SECONDS) return undefined
      if (stored.digest !== digest) {
        throw new StripeRefusal(400, {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        })
      }
      return stored
    },
    store(key: string, digest: string, { status, body }: ApiResponse) {
      answers.add({ id: key, digest, status, body, at: time.seconds() })
    },
  }
}

export function digestOf(...parts: string[]) {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}
